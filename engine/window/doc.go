// Package window opens a window with an OpenGL 4.1 core context through GLFW and collects its input
// for each frame. It draws nothing.
//
// Everything here must be called from the thread that called [Open]. Open locks its goroutine to
// this thread. Without cgo, or with the tag nowindow, the package is empty.
package window
