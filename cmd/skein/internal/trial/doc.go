// Package trial implements "skein trial", which flies and judges Erneholm's fifteen trials (S4).
//
// Start reading at [Command].
package trial
