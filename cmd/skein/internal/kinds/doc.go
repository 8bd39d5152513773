// Package kinds tells what a name on the command line refers to: a scenario, a recording, a bird,
// an export, a picture. It returns the error if a command needs another kind.
//
// Start reading at [Of] and [Expect].
package kinds
