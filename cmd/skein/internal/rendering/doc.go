// Package rendering carries out "skein render": it draws recordings without a display.
//
// Start reading at [Painter].
package rendering
