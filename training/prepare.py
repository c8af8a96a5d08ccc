"""Write the four splits, and the texts for a teacher to label, to one compressed file.

python -m training.prepare --data ../shared/data --out out/pairs.jsonl.gz
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

from training import recipe, store, wild


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=4)
    options = parser.parse_args()
    dealt, lost = recipe.build(options.data, options.seed)
    store.write(
        options.out, dealt | {"unlabelled": wild.pools(options.data, dealt["train"], random.Random(options.seed))}
    )
    print(json.dumps({"rows": recipe.counts(dealt), "left out of training": lost}, indent=1))


if __name__ == "__main__":
    main()
