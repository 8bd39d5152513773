// Package facing finds which way an animal in a glTF model faces, and how sure that is.
//
// There are 24 candidates: an axis of the model for forward, and another one for up. Each source of
// evidence (names, symmetry, motion, shape and the convention of glTF) gives every candidate a value from
// -1 to 1. The sum of these values, each times the weight of its source, is the logarithm of how likely
// the candidate is, up to a constant. The share of a candidate in the sum of all likelihoods is its
// probability.
//
// The weights were fitted to half of the models in models/check/creatures.csv. `make check-creatures` prints
// how often the result is right.
//
// Start reading at [Find].
package facing
