// Package export carries out "skein export": it writes recordings in the formats of other
// programs.
//
// Start reading at [Command].
package export
