// Package rules holds the rules of the flocking models, one rule per file. A rule's file holds the
// parameters, with their ranges and sources, and the formula in plain Go. It also names the rule's kernel,
// if there is one. A kernel computes the same steering force, bit for bit. Package flock lists the methods
// that a rule can have, under "Methods of a rule".
//
// A steering force is a change of velocity per 1/30 s. Package flock explains the references S0 to S4, H1
// to H18 and P1 to P9.
package rules
