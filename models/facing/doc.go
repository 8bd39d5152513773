// Package facing finds the direction in which an animal in a glTF model faces, and the probability of
// this result.
//
// There are 24 candidates: an axis of the model for forward, and another one for up. Each source of
// evidence (names, symmetry, motion, shape and the convention of glTF) gives every candidate a value
// from -1 to 1. The sum of these values, each times the weight of its source, is the logarithm of the
// candidate's likelihood, up to a constant. The probability of a candidate is its share in the sum of
// all likelihoods.
//
// The weights were fitted to half of the models in models/check/creatures.csv. `make check-creatures` prints
// the fraction of correct results.
//
// Start reading at [Find].
package facing
