"""Without any extra, the home and every command can be imported: what needs an extra says so when it is used."""

from __future__ import annotations

import subprocess
import sys

EXTRAS = (
    "aiohttp", "argon2", "choix", "docx", "fastapi", "httpx", "inspect_ai", "joserfc", "krippendorff", "lancedb",
    "mcp", "openpyxl", "opentelemetry", "prometheus_client", "prov", "psycopg", "pyarrow", "pyshacl", "rdflib", "scipy",
    "starlette", "statsmodels", "torch", "transformers", "typst", "uvicorn", "webauthn",
)  # fmt: skip

_IMPORT_ALL = f"""
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {EXTRAS!r}:
            raise ModuleNotFoundError(f"blocked: {{name}}", name=name)

sys.meta_path.insert(0, Blocked())
import foam.cli, foam.home
for module in pkgutil.iter_modules(foam.cli.__path__):
    importlib.import_module(f"foam.cli.{{module.name}}")
from foam.errors import MissingExtra
from foam.record import prov
try:
    prov.Operator
except MissingExtra as error:
    print(error.hint)
"""


def test_everything_can_be_imported_without_extras() -> None:
    done = subprocess.run([sys.executable, "-c", _IMPORT_ALL], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "pip install 'foam[prov]'\n"
