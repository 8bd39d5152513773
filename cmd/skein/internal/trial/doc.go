// Package trial implements "skein trial", which simulates and judges Erneholm's fifteen trials (S4).
//
// Start reading at [Command].
package trial
