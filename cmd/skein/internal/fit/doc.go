// Package fit carries out "skein fit": it searches for parameters that make a flock similar to
// real ones.
//
// Start reading at [Command].
package fit
