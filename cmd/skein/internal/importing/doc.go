// Package importing carries out "skein import": it makes a recording of measured tracks.
//
// Start reading at [Command].
package importing
