// Package compare implements "skein compare", which measures several flocks and shows them side by side on
// the scorecard.
//
// Start reading at [Options.Run].
package compare
