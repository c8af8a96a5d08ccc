"""How tests are shared out among processes: by whole files, so that what a file's tests look at is made once.

Not by the mark `xdist_group`, which pytest 9.2 with xdist 3.8 ignores without a word.
"""

from __future__ import annotations

from typing import Any

TOGETHER = {
    "appeal": ("tests/case/test_embedded.py", "tests/case/test_laws.py"),
    "browser": (
        "tests/web/test_browser.py",
        "tests/web/test_browser_cases.py",
        "tests/web/test_browser_passkeys.py",
        "tests/web/test_browser_people.py",
    ),
    "embedded": (
        "tests/judging/test_planted.py",
        "tests/model/embedded/test_command.py",
        "tests/model/embedded/test_kept_contract.py",
        "tests/model/embedded/test_model.py",
        "tests/model/embedded/test_smollm.py",
        "tests/model/embedded/test_vectors.py",
    ),
    "laws": ("tests/laws/test_embedded.py",),
}
"""Files that share something dear: one process takes them all. They begin first, so that nobody waits for them."""
_GROUPS = {file: name for name, files in TOGETHER.items() for file in files}


def name_share(nodeid: str) -> str:
    """What is given to one process with this test: its file, or the files that go with it."""
    file = nodeid.partition("::")[0]
    return _GROUPS.get(file, file)


def is_dear(nodeid: str) -> bool:
    return name_share(nodeid) in TOGETHER


def make_scheduler(config: Any, log: Any) -> Any:
    """The scheduler of xdist that gives whole shares, in the order in which they were collected."""
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    class SharedOut(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return name_share(nodeid)

    config.option.loadscopereorder = False
    return SharedOut(config, log)
