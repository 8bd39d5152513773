// Package ui is the user interface: the panel's ImGui widgets, and the handling of keyboard, mouse
// and gamepad. It gets values, and returns edited copies and commands. It owns nothing of the
// simulation.
//
// Without cgo, or with the tag nowindow, the package is empty.
package ui
