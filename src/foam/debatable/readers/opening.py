"""Which reader a name means: `embedded`, `hf:NAME`, or an endpoint of the settings. Reads nothing itself."""

from __future__ import annotations

from foam.debatable.reader import Reader, WordCountReader
from foam.debatable.readers.embedded import EmbeddedReader
from foam.debatable.readers.endpoint import EndpointReader
from foam.debatable.readers.hf import open_transformers
from foam.errors import SettingError
from foam.model.remote.options import RemoteOptions
from foam.settings import Config

HUB = "hf:"


def open_reader(name: str, config: Config) -> Reader:
    """The reader of that name. Weights load when they are first needed, except those of `transformers`."""
    endpoints = config.settings.models
    match name:
        case "embedded":
            return EmbeddedReader(config.home)
        case "scripted":
            return WordCountReader()
        case _ if name.startswith(HUB):
            return open_transformers(name.removeprefix(HUB))
        case _ if name in endpoints:
            asked = endpoints[name]
            options = RemoteOptions(base_url=asked.base_url, model=asked.model, timeout=asked.timeout)
            return EndpointReader(options, key=asked.api_key if asked.api_key.get_secret_value() else None)
        case _:
            known = ", ".join(["embedded", "hf:FOLDER", *sorted(endpoints)])
            raise SettingError(f"no reader {name!r}", hint=f"known: {known}; add an endpoint under [models.{name}]")
