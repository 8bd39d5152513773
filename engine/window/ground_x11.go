//go:build cgo && !nowindow && linux && !wayland

package window

/*
#cgo LDFLAGS: -lX11
#include <X11/Xlib.h>

// set_ground makes the server fill new parts of a window with a colour. The old parts keep their picture
// when the size changes.
static void set_ground(void *display, unsigned long window, unsigned long pixel) {
	XSetWindowAttributes a;
	a.background_pixel = pixel;
	a.bit_gravity = NorthWestGravity;
	XChangeWindowAttributes((Display *)display, (Window)window, CWBackPixel | CWBitGravity, &a);
}
*/
import "C"

import (
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// setGround sets the colour of the parts of the window that are not drawn yet. It assumes 8 bits per colour,
// red first.
func setGround(w *glfw.Window, rgb [3]float32) {
	pixel := uint32(0xff)
	for _, c := range rgb {
		pixel = pixel<<8 | uint32(255*c)
	}
	C.set_ground(unsafe.Pointer(glfw.GetX11Display()), C.ulong(w.GetX11Window()), C.ulong(pixel))
}
