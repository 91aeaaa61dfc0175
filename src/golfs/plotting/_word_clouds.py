"""The same words as clouds: large is heavy."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from golfs._checks import check_integer
from golfs._extras import extra
from golfs.plotting._common import ALARM, INK, STRONG, matplotlib, shortened
from golfs.plotting._keywords import PANEL_WIDTH, best_words, check_words, name_panel, new_panels

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_WORDS = 50
DPI = 400  # of the image of a cloud
HEIGHT = 1.8  # inches
SMALLEST, LARGEST = 6, 24  # points


def plot_word_clouds(words: Mapping[str, Mapping[str, float]], seed: int = 0) -> Figure:
    """A cloud of at most fifty words of each cluster, all horizontal; colours only separate neighbours.

    Needs wordcloud: pip install 'golfs[report]'.

    Parameters
    ----------
    words : {cluster: {word: weight}}
    seed : int, default 0
        The same seed places and colours the words the same way.

    Returns
    -------
    matplotlib Figure
    """
    check_words(words)
    check_integer("seed", seed, 0)
    wordcloud = extra("wordcloud", extra="report", purpose="plot_word_clouds")
    figure, panels = new_panels(len(words), HEIGHT + 0.4)
    font = matplotlib("font_manager").findfont("DejaVu Sans")  # which comes with matplotlib
    for ax, (cluster, weights) in zip(panels, words.items(), strict=True):
        cloud = wordcloud.WordCloud(
            width=round(PANEL_WIDTH * DPI),
            height=round(HEIGHT * DPI),
            font_path=font,
            min_font_size=SMALLEST * DPI // 72,
            max_font_size=LARGEST * DPI // 72,
            margin=DPI // 10,
            prefer_horizontal=1.0,
            background_color="white",
            color_func=_colour,
            random_state=seed,
        )
        cloud.generate_from_frequencies({shortened(w): f for w, f in best_words(weights, MOST_WORDS).items()})
        ax.imshow(np.asarray(cloud.to_image()), interpolation="antialiased")
        ax.set_axis_off()
        name_panel(ax, cluster)
    return figure


def _colour(*args: Any, random_state: Random, **kwargs: Any) -> str:
    """As wordcloud calls it, for each word."""
    return random_state.choice([STRONG, ALARM, INK])
