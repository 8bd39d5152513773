// Package fly implements "skein fly". It opens the window and connects the studio, the panel and the
// renderer.
//
// Start reading at [Command].
package fly
