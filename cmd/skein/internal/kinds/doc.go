// Package kinds tells what a name on the command line stands for: a scenario, a recording,
// a bird, an export, a picture. It writes the error if a command wants another kind.
//
// Start reading at [Of] and [Expect].
package kinds
