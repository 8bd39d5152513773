// Package inspect carries out "skein bird": it reports what a glTF model holds and whether it
// can fly.
//
// Start reading at [Command].
package inspect
