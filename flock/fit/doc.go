// Package fit searches for parameters with which a flock does what is wanted of it.
//
// An [Evolution] is the search: CMA-ES, the covariance matrix adaptation evolution
// strategy, after N. Hansen, "The CMA Evolution Strategy: A Tutorial", 2016,
// arXiv:1604.00772, with positive weights only and the tutorial's default settings. What
// it asks for next follows from its seed and the costs that it was told alone, so a
// search is as good as saved by its costs. ([gonum's CmaEsChol] was tried and left: its
// samples take no account of the step size that it adapts, and its state is out of reach.)
//
// An [Axis] is a parameter and where it is sought. A search knows it as a number from 0
// to 1, at equal steps or equal ratios, which is mirrored at both ends.
//
// A flock is held against the scorecard's bands ([ToBands]) or against another flock
// ([ToPortrait]); both give terms of 0 to 1, of which the cost is the mean.
//
// [gonum's CmaEsChol]: https://pkg.go.dev/gonum.org/v1/gonum/optimize#CmaEsChol
package fit
