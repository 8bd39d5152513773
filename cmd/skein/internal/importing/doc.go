// Package importing implements "skein import", which converts measured tracks to a recording.
//
// Start reading at [Command].
package importing
