// Package bench carries out "skein bench": it times ticks, frames, pictures and recordings on
// this machine.
//
// Start reading at [Command].
package bench
