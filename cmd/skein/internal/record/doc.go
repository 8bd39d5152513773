// Package record implements "skein record". It simulates scenes and records them; it also continues,
// finishes and verifies recordings.
//
// Start reading at [Command].
package record
