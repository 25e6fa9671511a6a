"""The README is true: its Python runs and prints what its comments say."""

import contextlib
import io
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def code_blocks(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def run(code: str) -> list[str]:
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, "README.md", "exec"), {})
    return output.getvalue().splitlines()


def test_the_ten_lines_of_the_readme_run_and_print_what_they_say() -> None:
    (code,) = code_blocks((ROOT / "README.md").read_text(encoding="utf-8"))
    said = re.findall(r"print\(.*# .*?([^\s:]+(?:\(.*\))?)$", code, re.MULTILINE)
    assert run(code) == said == ["SelectMinor(player=0)", "selects", "bank"]
