"""In an environment with the wheel and its core dependencies only: what must work there, and what must say why not."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
import subprocess
import sys

import golfs
from golfs.datasets import load_demo
from golfs.plotting import plot_ranking

for library in ("pandas", "matplotlib", "rich", "pyarrow", "jinja2", "dask"):
    assert find_spec(library) is None, f"{library} is installed, so this environment is not the core"

root = Path(__file__).parents[1]
assert not Path(golfs.__file__).is_relative_to(root / "src"), "golfs comes from src, not from the wheel"
assert files("golfs").joinpath("py.typed").is_file(), "py.typed is not in the wheel"

X, names, _ = load_demo()
selector = golfs.GOLFS(n_clusters=5, n_features_to_select=20, random_state=0).fit(X)
assert selector.transform(X).shape == (300, 20)

try:
    plot_ranking(selector, names=names)
    refusal = "nothing: it drew without matplotlib"
except ModuleNotFoundError as missing:
    refusal = str(missing)
assert "pip install 'golfs[plots]'" in refusal, refusal

command = Path(sys.executable).with_name("golfs")
said = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
assert golfs.__version__ in said, said
print(f"the core alone: imports, fits, {said.strip()}, and says what plotting needs")
