// Package picture composes frames: a [Scene] says what to show of a flock at an instant, and a
// [Composer] makes a frame of it, with traces, colours, fading birds, poses and marks. A window
// and a film compose their frames in the same way. Start reading at compose.go.
package picture
