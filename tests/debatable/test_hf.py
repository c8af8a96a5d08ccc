"""P.D. by a tiny random `transformers` model against an independent computation, in both modes, cached or not."""

from __future__ import annotations

import importlib
import math
from typing import Any

import pytest

from foam.debatable.diversity import PROMPTS, Measure, Mode, perspective_diversity
from foam.debatable.item import PartialAnswer
from foam.debatable.reader import Lead
from foam.debatable.readers.embedded import EmbeddedReader
from foam.debatable.readers.hf import TransformersReader
from foam.errors import InputError

torch: Any = pytest.importorskip("torch", reason="MISSING EXTRA: pip install 'foam[hf]' to run these tests")
transformers: Any = pytest.importorskip("transformers", reason="MISSING EXTRA: pip install 'foam[hf]'")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")

ANSWER = "Some towns close the centre to cars; others widen the roads. Traders fear for their shops."
PARTIALS = tuple(
    PartialAnswer(point_of_view=view, explanation=why)
    for view, why in (
        ("Closing the centre helps", "The air is cleaner and children can play in the street"),
        ("Traders lose", "Customers who come by car stay away and shops close one after another, year after year"),
        ("It depends on the buses", "Where they run often nobody misses the car"),
        ("Old people suffer", "Short"),
        ("Nothing changes", ""),
    )
)
CHAT = (
    "{% for m in messages %}<s>{{ m['role'] }}\n{{ m['content'] }}</s>\n{% endfor %}"
    "{% if add_generation_prompt %}<s>assistant\n{% endif %}"
)

SMOLLM_CHAT = (
    "<|im_start|>system\nYou are a helpful AI assistant named SmolLM, trained by Hugging Face<|im_end|>\n"
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return byte_tokenizer()


def byte_tokenizer() -> Any:
    """Bytes as tokens: it reads any text and cuts joined texts where it cuts them apart."""
    tokenizers = importlib.import_module("tokenizers")
    alphabet = sorted(tokenizers.pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {token: i for i, token in enumerate(["<s>", "</s>", *alphabet])}
    raw = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
    raw.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    made = transformers.PreTrainedTokenizerFast(tokenizer_object=raw, bos_token="<s>", eos_token="</s>")
    made.chat_template = CHAT
    return made


def llama() -> Any:
    config = transformers.LlamaConfig(
        vocab_size=258,
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=1024,
        initializer_range=0.3,
    )
    return transformers.LlamaForCausalLM(config)


def tiny_reader() -> TransformersReader:
    """A small random model that reads, for the contract of readers."""
    torch.manual_seed(7)
    return TransformersReader(llama().eval(), byte_tokenizer(), name="tiny@1")


def gpt2() -> Any:
    config = transformers.GPT2Config(vocab_size=258, n_embd=32, n_layer=2, n_head=4, initializer_range=0.3)
    return transformers.GPT2LMHeadModel(config)


@pytest.fixture(scope="module", params=[llama, gpt2])
def model(request: pytest.FixtureRequest) -> Any:
    """Two architectures, small and random: rotary and learnt positions."""
    torch.manual_seed(7)
    return request.param().eval()


def independently(model: Any, tokenizer: Any, answer: str, partials: tuple[PartialAnswer, ...], mode: Mode) -> float:
    """From the formulas, one pair at a time, with the library's own cross-entropy."""
    found = []
    for partial in partials:
        if mode == "corrected":
            said, opened = f"{answer} Please restate.", True
            target = f"{partial.point_of_view} {partial.explanation}".strip()
        else:
            said, opened = answer, False
            target = f"{partial.point_of_view}. {partial.explanation}"
        chat = tokenizer.apply_chat_template(
            [{"role": "user", "content": said}], tokenize=False, add_generation_prompt=opened
        )
        before = len(tokenizer(chat, add_special_tokens=False)["input_ids"])
        ids = torch.tensor([tokenizer(chat + target, add_special_tokens=False)["input_ids"]])
        with torch.no_grad():
            logits = model(ids).logits[0, :-1]
        loss = torch.nn.functional.cross_entropy(logits, ids[0, 1:], reduction="none")[before - 1 :].sum()
        tokens = ids.shape[1] - before if mode == "corrected" else ids.shape[1] - 1
        found.append(math.exp(float(loss) / tokens))
    return sum(found) if mode == "corrected" else sum(found) / len(found)


@pytest.mark.parametrize("mode", ["corrected", "as_released"])
@pytest.mark.parametrize("cached", [True, False])
@pytest.mark.parametrize("batch", [1, 8])
def test_pd_equals_an_independent_computation(model: Any, tokenizer: Any, mode: Mode, cached: bool, batch: int) -> None:
    reader = TransformersReader(model, tokenizer, name="tiny", cached=cached, batch=batch)
    found = perspective_diversity(ANSWER, PARTIALS, reader, Measure(mode=mode))
    assert found.pd == pytest.approx(independently(model, tokenizer, ANSWER, PARTIALS, mode), rel=1e-4, abs=1e-4)


def test_the_five_prompts_give_five_figures(model: Any, tokenizer: Any) -> None:
    reader = TransformersReader(model, tokenizer, name="tiny")
    numbers = range(1, len(PROMPTS) + 1)
    found = {round(perspective_diversity(ANSWER, PARTIALS, reader, Measure(prompt=n)).pd, 6) for n in numbers}
    assert len(found) == len(PROMPTS)


def test_without_a_chat_template_it_says_so_and_measures_plain(model: Any, tokenizer: Any) -> None:
    reader = TransformersReader(model, tokenizer, name="tiny")
    tokenizer.chat_template = None
    try:
        with pytest.raises(InputError, match="no chat template") as refused:
            perspective_diversity(ANSWER, PARTIALS, reader)
        assert "--plain" in refused.value.hint
        assert perspective_diversity(ANSWER, PARTIALS, reader, Measure(chat=False)).pd > 0
    finally:
        tokenizer.chat_template = CHAT


def test_overlong_is_refused_or_windowed(model: Any, tokenizer: Any) -> None:
    reader = TransformersReader(model, tokenizer, name="tiny")
    long = " ".join([ANSWER] * 20)
    with pytest.raises(InputError, match="1024"):
        perspective_diversity(long, PARTIALS, reader)
    windowed = perspective_diversity(long, PARTIALS, reader, Measure(overlong="window"))
    assert windowed.windows > 1
    with pytest.raises(InputError, match="1024"):
        reader.read(Lead(text=long), ["one"])


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU here")
def test_a_gpu_gives_the_same_figures(model: Any, tokenizer: Any) -> None:
    on_gpu = TransformersReader(model, tokenizer, name="tiny", device="cuda")
    found = perspective_diversity(ANSWER, PARTIALS, on_gpu).pd
    on_cpu = TransformersReader(model, tokenizer, name="tiny", device="cpu")
    assert found == pytest.approx(perspective_diversity(ANSWER, PARTIALS, on_cpu).pd, rel=1e-4)


@pytest.mark.embedded
def test_the_embedded_reader_reads_its_weights_as_transformers_does(embedded: EmbeddedReader) -> None:
    """The same file of weights in both: chat template, tokens and figures agree."""
    pytest.importorskip("accelerate", reason="MISSING: pip install accelerate, which loads GGUF files")
    folder = str(embedded._home / "models" / "smollm2-135m-instruct")
    theirs = transformers.AutoModelForCausalLM.from_pretrained(folder, gguf_file="model.gguf", dtype=torch.float32)
    words = transformers.PreTrainedTokenizerFast(tokenizer_file=f"{folder}/tokenizer.json")
    words.add_special_tokens({"additional_special_tokens": ["<|im_start|>", "<|im_end|>"]})
    words.chat_template = SMOLLM_CHAT
    reader = TransformersReader(theirs, words, name="smollm")
    for mode in ("corrected", "as_released"):
        found = perspective_diversity(ANSWER, PARTIALS[:3], reader, Measure(mode=mode)).pd
        assert found == pytest.approx(
            perspective_diversity(ANSWER, PARTIALS[:3], embedded, Measure(mode=mode)).pd, rel=1e-4
        )
