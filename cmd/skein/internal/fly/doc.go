// Package fly carries out "skein fly": it opens the window and connects the studio, the panel
// and the renderer.
//
// Start reading at [Command].
package fly
