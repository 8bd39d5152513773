// Package rendering implements "skein render", which draws recordings and scenarios without a window.
//
// Start reading at [Painter].
package rendering
