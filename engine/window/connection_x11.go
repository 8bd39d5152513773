//go:build cgo && !nowindow && linux && !wayland

package window

/*
#cgo LDFLAGS: -lX11
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <X11/Xlib.h>

static char lost_message[4096];
static size_t lost_message_length;

// Xlib calls this function when the connection breaks, on the thread that uses the connection. If the
// function returned, Xlib would end the process. No Go code can run here, because a C call is in progress.
static int connection_lost(Display *display) {
	(void)display;
	if (write(STDERR_FILENO, lost_message, lost_message_length) < 0) {
		_exit(1);
	}
	_exit(1);
}

static void set_lost_message(const char *text, size_t length) {
	if (length > sizeof lost_message) {
		length = sizeof lost_message;
	}
	memcpy(lost_message, text, length);
	lost_message_length = length;
	XSetIOErrorHandler(connection_lost);
}
*/
import "C"

import "unsafe"

// SetConnectionLostMessage sets the line that is written to standard error if the connection to the X server
// breaks. The process then ends with exit code 1, because Xlib cannot continue.
func SetConnectionLostMessage(line string) {
	text := C.CString(line + "\n")
	defer C.free(unsafe.Pointer(text))
	C.set_lost_message(text, C.size_t(len(line)+1))
}
