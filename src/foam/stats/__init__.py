"""Statistics, each once: pure functions on sequences and numpy arrays.

averages        means and shares that may be undefined, trimmed means, z-scores
intervals       Interval; Wilson, Clopper-Pearson, Newcombe, Student
bootstrap       percentile intervals of a mean, a difference, Cliff's delta; redrawn rows and clusters
agreement       Cohen's and Fleiss' kappa, Krippendorff's alpha, Jaccard
ranks           ranks, Pearson, Spearman, Kendall
pairwise        Bradley-Terry strengths, Elo ratings
classification  accuracy, F1, Matthews correlation, AUROC, calibration error
significance    sign test, Fisher's exact test, permutation test within blocks
logit           logistic regression with clustered errors, and its bound when the data are separated

A statistic that is not defined is None, never a number that looks like one. What scipy, statsmodels, krippendorff or
choix compute needs the extra `measure`; everything else runs on numpy.
"""
