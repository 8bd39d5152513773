// Package picture composes frames: a [Scene] holds a flock at an instant and the settings of the
// view, and a [Composer] makes a frame from it, with traces, colours, fading birds, poses and
// marks. A window and a film compose their frames in the same way. Start reading at compose.go.
package picture
