// Package record carries out "skein record": it simulates scenes into recordings, continues,
// finishes and verifies them.
//
// Start reading at [Command].
package record
