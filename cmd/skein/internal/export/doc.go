// Package export implements "skein export", which writes recordings in the formats of other programs.
//
// Start reading at [Command].
package export
