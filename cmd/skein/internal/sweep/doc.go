// Package sweep parses lists of values for a parameter, as in --sweep vision=2:6:1, and sets the values in
// scenarios.
//
// Start reading at [Parse].
package sweep
