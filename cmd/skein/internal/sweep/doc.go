// Package sweep reads lists of values that a parameter takes one after the other, as in
// --sweep vision=2:6:1, and sets them in scenarios.
//
// Start reading at [Parse].
package sweep
