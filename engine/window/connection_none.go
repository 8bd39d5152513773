//go:build cgo && !nowindow && (!linux || wayland)

package window

// SetConnectionLostMessage does nothing without X.
func SetConnectionLostMessage(string) {}
