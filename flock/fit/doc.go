// Package fit searches for parameters that give a flock the desired measures.
//
// An [Evolution] is the search. It uses CMA-ES, the covariance matrix adaptation evolution strategy, after N.
// Hansen, "The CMA Evolution Strategy: A Tutorial", 2016, arXiv:1604.00772. All weights are positive, and the
// settings are the tutorial's defaults. Its candidates depend only on the seed and on the costs so far, so a
// saved list of costs suffices to continue a search. ([gonum's CmaEsChol] was tried and rejected: its samples
// ignore the step size that it adapts, and its state cannot be read.)
//
// An [Axis] is the range of a parameter. The search represents the parameter by a number from 0 to 1, with
// equal steps or equal ratios. Numbers beyond an end are mirrored at that end.
//
// [ToBands] compares a flock with the scorecard's bands, and [ToPortrait] with another flock. Both return
// terms from 0 to 1, and the cost is their weighted mean.
//
// [gonum's CmaEsChol]: https://pkg.go.dev/gonum.org/v1/gonum/optimize#CmaEsChol
package fit
