// Package ui is the panel and the hands: ImGui widgets over the window, the
// keyboard and the mouse. Values go in, edited copies and commands come out; it
// owns nothing of the simulation.
//
// Without cgo, or with the tag nowindow, the package is empty.
package ui
