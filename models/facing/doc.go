// Package facing finds the direction in which an animal in a glTF model faces, and the probability
// of this result.
//
// There are 24 candidates. A candidate consists of an axis of the model for forward, and another
// axis for up. Each source of evidence (names, symmetry, motion, shape and the convention of glTF)
// gives every candidate a value from -1 to 1. Each value is multiplied by the weight of its source.
// Up to a constant, the sum of these products is the logarithm of the candidate's likelihood. The
// probability of a candidate is its likelihood divided by the sum of all likelihoods.
//
// The weights were fitted to half of the models in models/check/creatures.csv. `make
// check-creatures` prints the fraction of correct results.
//
// Start reading at [Find].
package facing
