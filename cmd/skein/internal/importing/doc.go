// Package importing implements "skein import", which makes a recording of measured tracks.
//
// Start reading at [Command].
package importing
