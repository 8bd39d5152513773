// Package trial carries out "skein trial": it flies Erneholm's fifteen trials (S4) and judges
// them.
//
// Start reading at [Command].
package trial
