// Package rules holds the rules of the flocking models, one a file: its parameters
// with their ranges and sources, its formula in plain Go over what a boid perceives,
// and the name of the kernel that does the same, bit for bit, where there is one.
// What a rule may be is said at [flock.Rule].
//
// Steers are changes of velocity per 1/30 s. S0 to S4, H1 to H18 and P1 to P9 are
// explained in package flock.
package rules
