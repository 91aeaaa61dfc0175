"""The documentation site: `make docs`."""

import re

import golfs

project = "golfs"
author = copyright = "the golfs developers"
version = release = golfs.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "numpydoc"]
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3

autodoc_typehints = "none"  # the docstrings say it
autodoc_member_order = "bysource"
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_title = "golfs"
html_theme_options = {"show_toc_level": 2, "navigation_with_keys": False, "header_links_before_dropdown": 6}
html_sidebars = {"**": []}
html_show_sourcelink = False


def plain_text(app, what, name, obj, options, lines):
    """Docstrings are mathematics and plain text: |P| is no substitution, labels_ no reference."""
    for i, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            lines[i] = re.sub(r"(?<!`)\b(\w+)_(?!\w)(?!`)", r"\1\\_", line.replace("|", "\\|"))


def setup(app):
    """Before numpydoc reads them."""
    app.connect("autodoc-process-docstring", plain_text, priority=1)
