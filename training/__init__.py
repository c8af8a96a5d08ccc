"""How the judge was made: data, splits and the training run. The package `foam` never imports this folder."""
