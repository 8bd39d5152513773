// Package rules holds the rules of the flocking models, one rule per file. The file of a rule has its
// parameters with their ranges and sources, and its formula in plain Go. If the rule has a kernel, the file
// also has the kernel's name. A kernel computes the same steer, bit for bit. [flock.Rule] lists the
// interfaces that a rule can have.
//
// Steers are changes of velocity per 1/30 s. Package flock explains the references S0 to S4, H1 to H18 and
// P1 to P9.
package rules
