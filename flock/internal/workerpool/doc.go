// Package workerpool runs the ticks of a World on several goroutines.
//
// Start reading at [Pool].
package workerpool
