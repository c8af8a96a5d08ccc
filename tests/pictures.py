"""Makes the pictures of documents that the pages show (`python -m tests.pictures`); those of `foam serve` come from
`PICTURES_TO=docs/figures python -m bench pictures`.

It needs the pulled models, chromium and ImageMagick's `convert`.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs" / "figures"
SIZE = "1000,880"
COLOURS = "24"
PICTURES = {
    "dossier.png": ("deliberate --pack benefits-appeal",),
    "lamps-case.png": ("case --pack street-lamps --speech opening --seat engineer --model written-by-hand",),
    "lamps-debate.png": (
        "debate --pack street-lamps --model written-by-hand --format policy --words 440"
        " --pro-seat engineer --con-seat nurse",
    ),
    "letter.png": (
        f"appeal begin {ROOT / 'docs' / 'samples' / 'decision.toml'} --at 2025-03-17T10:00Z",
        "appeal notice b2: decision --draft",
    ),
    "own-1ac.png": (
        f"library add {ROOT / 'docs' / 'samples' / 'Sample-Shore-Aff-Fictional.docx'}",
        'case "Port authorities should require ships at berth to take their power from the shore" --library',
    ),
}
"""By the picture, the commands; the last one's document is what is shown."""


def make(name: str, folder: Path) -> None:
    (folder / "models").symlink_to(Path.home() / ".foam" / "models")
    page, picture = folder / "page.html", FIGURES / name
    *before, last = (shlex.split(command) for command in PICTURES[name])
    given = os.environ | {"FOAM_HOME": str(folder)}
    for words in (*before, [*last, "--out", str(page)]):
        subprocess.run(
            [Path(sys.executable).with_name("foam"), *words], env=given, check=True, stdout=subprocess.DEVNULL
        )
    shot = ["chromium", "--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={SIZE}"]
    subprocess.run([*shot, f"--screenshot={picture}", page.as_uri()], check=True, capture_output=True)
    shrink(picture)


def shrink(picture: Path) -> None:
    subprocess.run(
        ["convert", picture, "-resize", "860x>", "+dither", "-colors", COLOURS, "-strip", f"png8:{picture}"], check=True
    )


if __name__ == "__main__":
    for name in sys.argv[1:] or PICTURES:
        with tempfile.TemporaryDirectory() as made:
            make(name, Path(made))
    for picture in FIGURES.glob("web-*.png"):
        shrink(picture)
