// Package fit implements "skein fit", which searches for parameters that make a flock similar to real ones.
//
// Start reading at [Command].
package fit
