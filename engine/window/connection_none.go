//go:build cgo && !nowindow && (!linux || wayland)

package window

import "github.com/go-gl/glfw/v3.3/glfw"

// SetConnectionLostMessage does nothing without X.
func SetConnectionLostMessage(string) {}

func setGround(*glfw.Window, [3]float32) {}
