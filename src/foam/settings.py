"""Settings in one place: defaults, then a TOML file, then `FOAM_*` variables, then flags, in rising order.

Every leaf remembers where its value came from. A variable names its
setting in capitals, with two underscores between the parts: `FOAM_MODELS__FAST__BASE_URL` is `models.fast.base_url`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, SecretStr, ValidationError, model_validator

from foam.canonical import FIRST_UNSAFE_INTEGER
from foam.errors import SettingError
from foam.trust import is_trusted
from foam.values import CleanLine, Value

FILE = "config.toml"
PREFIX = "FOAM_"
_SEE_CONFIG = "foam config shows every setting and its source"
_NOT_SETTINGS = frozenset({"FOAM_HOME", "FOAM_DATA"})


class Endpoint(Value):
    """A model's endpoint, how it is asked, and what may be spent on it."""

    base_url: str
    """Up to and including the version part, as in `http://127.0.0.1:8080/v1`."""
    model: CleanLine
    api: Literal["", "openai", "anthropic"] = ""
    """`openai` for chat completions as most offer them, `anthropic` for Anthropic's own Messages; told by the address
    when empty."""
    api_key: SecretStr = SecretStr("")
    family: CleanLine = ""
    """Model family; guessed from the model's name when empty."""
    writes: bool = True
    """Whether it writes acts itself, or chooses among what code drafts."""
    temperature: float = Field(default=0.0, ge=0, le=2)
    """For the roles that write; those that judge are asked at 0."""
    reasoning_effort: Literal["", "low", "medium", "high"] = ""
    """How much it is asked to think; empty leaves it to the endpoint."""
    max_tokens: int = Field(default=32_768, gt=0)
    """The most that any answer may take, thoughts included."""
    timeout: float = Field(default=180.0, gt=0)
    """Seconds for one attempt."""
    deadline: float = Field(default=600.0, gt=0)
    """Seconds for one question, retries included."""
    price_in: float = Field(default=0.0, ge=0)
    """Money per million tokens read."""
    price_out: float = Field(default=0.0, ge=0)
    """Money per million tokens written."""


class Roles(Value):
    """Which model answers in which role; empty means the default model."""

    proposer: str = ""
    critic: str = ""
    evaluator: str = ""
    judge: str = ""


class RecordPlace(Value):
    """Where the record is kept."""

    url: SecretStr = SecretStr("")
    """`postgresql://user@host/database` for a record that several machines share, or the path of a file; empty for the
    file in the home."""
    by_case: bool = False
    """Have the database itself hold back from who reads for a person the cases and runs that they may not see."""
    acts_for: CleanLine = ""
    """The account whose eyes a record in a database is read with, and nothing is written; empty for all of it."""


class LibraryPlace(Value):
    """Where the library and its search index are kept, when several processes or machines share them."""

    url: SecretStr = SecretStr("")
    """`postgresql://user@host/database` for a library that several machines share; empty for the file in the home."""
    index: str = ""
    """`s3://bucket/prefix` for an index in an object store, `file:///path` for one in a folder that is shared; empty
    for the one in the home. One that is named is used for a library of any size."""
    endpoint: str = ""
    """The address of the object store, as in `https://store.example.org`; empty for AWS, or as `AWS_ENDPOINT` says."""
    region: str = ""
    access_key: SecretStr = SecretStr("")
    """Empty to take the keys from where AWS's own tools take them, such as `AWS_ACCESS_KEY_ID`."""
    secret_key: SecretStr = SecretStr("")


class Office(Value):
    """Who writes the letters of appeals, unless the form of one says otherwise."""

    name: CleanLine = ""
    address: CleanLine = ""


class MailServer(Value):
    """The server that mails are handed to when a letter of an appeal goes out; without a host none is sent."""

    host: CleanLine = ""
    port: int = Field(default=587, gt=0, lt=65_536)
    encryption: Literal["starttls", "tls", "none"] = "starttls"
    user: CleanLine = ""
    password: SecretStr = SecretStr("")
    sender: CleanLine = ""
    """The address that mails come from."""
    timeout: float = Field(default=20.0, gt=0)
    """Seconds."""
    pages: str = ""
    """Where people log in, as a mail tells it: `https://foam.example.org`."""
    attach: bool = False
    """Whether the letter goes along as PDF. Else a mail says that there is one, and nothing of what is in it."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.host and not self.sender:
            raise ValueError("mail needs a sender")
        if self.encryption == "none" and self.password.get_secret_value():
            raise ValueError("a password goes over an encrypted connection only")
        return self


class Settings(Value):
    """Everything that can be set."""

    model: str = "embedded"
    """The default model: `embedded`, or the name of an endpoint under `models`."""
    roles: Roles = Roles()
    seats: dict[str, CleanLine] = Field(default_factory=dict)
    """Seats that speak with a model of their own: a seat's id, and the model that proposes and criticises for it."""
    models: dict[str, Endpoint] = Field(default_factory=dict)
    pack: str = "policy-debate"
    """The domain pack to work in."""
    seed: int = Field(default=0, gt=-FIRST_UNSAFE_INTEGER, lt=FIRST_UNSAFE_INTEGER)
    concurrency: int = Field(default=8, gt=0)
    """Questions in flight at once."""
    token_budget: int = Field(default=0, ge=0)
    """Tokens a run may use at endpoints; 0 is no limit."""
    money_budget: float = Field(default=0.0, ge=0)
    """Money a run may spend at endpoints; 0 is no limit."""
    operator: CleanLine = "operator"
    """On whose behalf models act, as provenance names it."""
    person: str = ""
    """The personal file that everything is done in: what is recorded is kept under its key; empty for none."""
    vault: str = ""
    """The folder with the keys of personal files; empty for `vault` in the home. Copy it apart from the home."""
    retention: dict[str, int] = Field(default_factory=dict)
    """For each kind of personal file, after how many days without work on it it is due to be erased."""
    judge: CleanLine = ""
    """The endpoint under `models` that says how texts stand to claims; empty for the small judge of the package."""
    record: RecordPlace = RecordPlace()
    library: LibraryPlace = LibraryPlace()
    office: Office = Office()
    mail: MailServer = MailServer()
    outage: float = Field(default=60.0, ge=0)
    """Seconds for which work waits for a database or an object store that went away, before it ends; pages never do."""


class Held(Value):
    """One setting as it holds, and whence."""

    name: str
    value: Any
    source: str


class Config(Value):
    """Settings, the home they belong to, and the source of every leaf that is not a default."""

    home: Path
    settings: Settings
    sources: dict[str, str]

    def held(self) -> tuple[Held, ...]:
        """Every leaf with its value and its source; secrets show only that they are set."""
        leaves = _leaves(self.settings.model_dump(mode="python"))
        return tuple(Held(name=n, value=_shown(v), source=self.sources.get(n, "default")) for n, v in leaves)

    def name_variable(self, setting: str) -> str:
        """The environment variable that sets this setting."""
        return name_variable(setting)


def find_home(environ: Mapping[str, str], cwd: Path, user_home: Path) -> Path:
    """`FOAM_HOME`, else a `.foam` folder here that was allowed (`foam trust`), else `~/.foam`."""
    if environ.get("FOAM_HOME"):
        return Path(environ["FOAM_HOME"]).expanduser()
    own, local = user_home / ".foam", cwd / ".foam"
    if local.is_dir() and local.resolve() != own.resolve() and is_trusted(local, own):
        return local
    return own


def load_config(
    home: Path, *, environ: Mapping[str, str], flags: Mapping[str, Any] | None = None, own: bool = True
) -> Config:
    """Merge file, variables and flags (dotted names; None is not given) over the defaults.

    `own` says that the home is the user's. In another's, a key from the environment is not sent to an address that
    the home's file names: a key goes only where its owner meant it to go.
    """
    layers = (
        (str(home / FILE), list(_leaves(_read_file(home / FILE)))),
        ("environment", list(_from_environment(environ))),
        ("flag", [(name, value) for name, value in (flags or {}).items() if value is not None]),
    )
    tree: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for source, leaves in layers:
        for name, value in leaves:
            _plant(tree, name.split("."), value)
            sources[name] = name_variable(name) if source == "environment" else source
    settings = _validated(tree, sources)
    if not own:
        _check_keys(settings, sources, str(home / FILE))
        _check_mail(settings, sources, str(home / FILE))
        _check_databases(settings, sources, str(home / FILE), environ)
        _check_store(settings, sources, str(home / FILE), environ)
    return Config(home=home, settings=settings, sources=sources)


def _check_keys(settings: Settings, sources: Mapping[str, str], file: str) -> None:
    for name, endpoint in settings.models.items():
        key, address = sources.get(f"models.{name}.api_key", file), sources.get(f"models.{name}.base_url", file)
        if endpoint.api_key.get_secret_value() and address == file and key != file:
            raise SettingError(
                f"the key of models.{name} comes from {key}, and its address from {file}, which is not your own home",
                hint=f"name the address yourself: {PREFIX}MODELS__{name.upper()}__BASE_URL",
            )


def _check_mail(settings: Settings, sources: Mapping[str, str], file: str) -> None:
    given = sources.get("mail.password", file)
    if settings.mail.password.get_secret_value() and sources.get("mail.host") == file and given != file:
        raise SettingError(
            f"the password of mail comes from {given}, and its host from {file}, which is not your own home",
            hint=f"name the host yourself: {name_variable('mail.host')}",
        )


def _check_databases(settings: Settings, sources: Mapping[str, str], file: str, environ: Mapping[str, str]) -> None:
    for name, url in (("record.url", settings.record.url), ("library.url", settings.library.url)):
        if sources.get(name) == file and url.get_secret_value() and environ.get("PGPASSWORD"):
            raise SettingError(
                f"PGPASSWORD would be sent to a database that {file} names, which is not your own home",
                hint=f"name the database yourself: {name_variable(name)}",
            )


def _check_store(settings: Settings, sources: Mapping[str, str], file: str, environ: Mapping[str, str]) -> None:
    """Keys of the environment are for the store that their owner names, not for one that a foreign home names."""
    names = ("library.index", "library.endpoint")
    named_here = [name for name in names if sources.get(name) == file]
    if not named_here or not settings.library.index.startswith("s3://"):
        return
    kept = [name for name in ("library.access_key", "library.secret_key") if sources.get(name, file) != file]
    lent = [name for name in ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN") if environ.get(name)]
    if kept or (lent and not settings.library.secret_key.get_secret_value()):
        raise SettingError(
            f"keys of your environment would be used with a store that {file} names, which is not your own home",
            hint=f"name the store yourself: {', '.join(map(name_variable, named_here))}",
        )


def read_settings_text(path: Path) -> str:
    """A settings file as it stands, once it was seen to be TOML; empty where there is none."""
    try:
        text = path.read_bytes().decode("utf-8")
        tomllib.loads(text)
    except FileNotFoundError:
        return ""
    except NotADirectoryError as error:
        raise SettingError(
            f"cannot read {path}: a part of this path is a file, not a folder", hint="set FOAM_HOME to a folder"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise SettingError(f"cannot read {path}: {error}", hint="mend the file, or move it away") from error
    return text


def check_settings(text: str, source: str) -> Settings:
    """The settings that a file of this text would give; SettingError where one is unknown or out of range."""
    tree = tomllib.loads(text)
    return _validated(tree, dict.fromkeys((name for name, _ in _leaves(tree)), source))


def name_variable(setting: str) -> str:
    """The environment variable that sets this setting."""
    return f"{PREFIX}{setting.upper().replace('.', '__')}"


def _read_file(path: Path) -> dict[str, Any]:
    return tomllib.loads(read_settings_text(path))


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for variable in sorted(environ):
        if variable.startswith(PREFIX) and variable not in _NOT_SETTINGS:
            yield variable[len(PREFIX) :].lower().replace("__", "."), environ[variable]


def _leaves(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tree.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _plant(tree: dict[str, Any], path: list[str], value: Any) -> None:
    for part in path[:-1]:
        tree = tree.setdefault(part, {})
        if not isinstance(tree, dict):
            raise SettingError(f"{'.'.join(path)}: {part} is a value, not a table")
    tree[path[-1]] = value


def _validated(tree: dict[str, Any], sources: Mapping[str, str]) -> Settings:
    try:
        return Settings.model_validate(tree)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        whence = next((s for n, s in sources.items() if n == name or n.startswith(name + ".")), "the settings")
        if first["type"] == "extra_forbidden":
            raise SettingError(f"there is no setting {name} (from {whence})", hint=_suggest_setting(name)) from None
        raise SettingError(f"{name}: {first['msg']} (from {whence})", hint=_SEE_CONFIG) from None


def _suggest_setting(name: str) -> str:
    near = get_close_matches(name, Settings.model_fields, n=1)
    if "." in name:
        return _SEE_CONFIG
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(Settings.model_fields)}"


def _shown(value: Any) -> Any:
    if isinstance(value, SecretStr):
        return "(set)" if value.get_secret_value() else ""
    return value
