// Package bench implements "skein bench", which measures the time of ticks, frames, pictures and recordings
// on this machine.
//
// Start reading at [Command].
package bench
