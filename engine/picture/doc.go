// Package picture composes frames. A [Scene] describes a flock at one time and the settings of the
// view. A [Composer] makes a frame from it, with traces, colours, fading birds, poses and marks.
// Windows and films use the same composer. Start reading at compose.go.
package picture
