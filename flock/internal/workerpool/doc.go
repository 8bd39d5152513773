// Package crew runs the ticks of a World on several goroutines.
//
// Start reading at [Crew].
package crew
