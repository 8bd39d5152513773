//go:build cgo && !nowindow

package window

import (
	"errors"
	"fmt"
	"image"
	"log"
	"math"
	"runtime"
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Options describes a new window.
type Options struct {
	Title string
	Size  image.Point // size in screen units, limited to the work area
	VSync bool

	Ground [3]float32 // colour of the parts that are not drawn yet, only with X
}

// Window is an open window. Its context is current.
type Window struct {
	win          *glfw.Window
	input        Input
	queue        Queue
	droppedPaths []string
	polledAt     float64
	damaged      bool
	screenRate   int
	least        image.Point
}

// ErrNoDisplay means that there is no screen for a window. The error of Open wraps it.
var ErrNoDisplay = errors.New("no display")

// Open opens a window. If that is impossible, the error is one line that names what is missing: a display
// (ErrNoDisplay) or OpenGL 4.1.
func Open(o Options) (*Window, error) {
	runtime.LockOSThread()
	if err := initGLFW(); err != nil {
		return nil, err
	}
	glfw.WindowHint(glfw.ContextVersionMajor, 4)
	glfw.WindowHint(glfw.ContextVersionMinor, 1)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	glfw.WindowHint(glfw.DepthBits, 0) // the renderer has its own depth buffer
	glfw.WindowHint(glfw.StencilBits, 0)
	glfw.WindowHint(glfw.Visible, glfw.False)
	size := fitScreen(o.Size)
	win, err := glfw.CreateWindow(size.X, size.Y, o.Title, nil, nil)
	if err != nil || win == nil {
		glfw.Terminate()
		return nil, fmt.Errorf("cannot open a window with OpenGL 4.1: %s", reason(err))
	}
	win.MakeContextCurrent()
	glfw.SwapInterval(0)
	if o.VSync {
		glfw.SwapInterval(1)
	}
	setGround(win, o.Ground)
	win.Show()
	w := &Window{win: win, least: image.Pt(min(leastWide, o.Size.X), min(leastHigh, o.Size.Y))}
	w.limitSize()
	w.watchScreens()
	w.setCallbacks()
	w.watchDamage()
	return w, nil
}

// initGLFW initialises GLFW. It also detects a missing display, which the Go binding reports only through the
// standard logger and a panic in the next call.
func initGLFW() (err error) {
	var logged strings.Builder
	out, flags := log.Writer(), log.Flags()
	log.SetOutput(&logged)
	log.SetFlags(0)
	defer func() {
		log.SetOutput(out)
		log.SetFlags(flags)
		if recover() != nil {
			err = fmt.Errorf("%w: %s", ErrNoDisplay, reason(errors.New(logged.String())))
		}
	}()
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("%w: %s", ErrNoDisplay, reason(err))
	}
	glfw.GetTime()
	return nil
}

func reason(err error) string {
	if err == nil {
		return "the driver gives no reason"
	}
	text := strings.TrimSpace(err.Error())
	if code, after, found := strings.Cut(text, ": "); found && !strings.Contains(code, " ") {
		text = after
	}
	return strings.TrimSuffix(text, ".")
}

// The user cannot make the window smaller than this, in units of the content scale, because the panels would
// leave no room for the picture and the playback buttons. A window that opens smaller may stay smaller.
const leastWide, leastHigh = 800, 480

func (w *Window) limitSize() {
	scale := w.UnitScale()
	size := fitScreen(image.Pt(int(float32(w.least.X)*scale), int(float32(w.least.Y)*scale)))
	w.win.SetSizeLimits(size.X, size.Y, glfw.DontCare, glfw.DontCare)
}

func fitScreen(size image.Point) image.Point {
	if m := glfw.GetPrimaryMonitor(); m != nil {
		_, _, w, h := m.GetWorkarea()
		if w > 0 && h > 0 {
			size.X, size.Y = min(size.X, w), min(size.Y, h)
		}
	}
	return size
}

// watchScreens stores the highest refresh rate of all screens. It asks only once and when a screen is plugged
// in, because the answer takes some time.
func (w *Window) watchScreens() {
	measure := func() {
		w.screenRate = 0
		for _, m := range glfw.GetMonitors() {
			if mode := m.GetVideoMode(); mode != nil {
				w.screenRate = max(w.screenRate, mode.RefreshRate)
			}
		}
	}
	measure()
	glfw.SetMonitorCallback(func(*glfw.Monitor, glfw.PeripheralEvent) { measure() })
}

// ScreenRate returns the number of frames per second that the fastest screen shows. It returns 0 if this is
// unknown.
func (w *Window) ScreenRate() int { return w.screenRate }

// Focused reports whether the window has the focus of the keyboard.
func (w *Window) Focused() bool { return w.win.GetAttrib(glfw.Focused) == glfw.True }

func (w *Window) Close() {
	w.win.Destroy()
	glfw.Terminate()
}

// GLFW returns the GLFW window, for the backend of the user interface.
func (w *Window) GLFW() *glfw.Window { return w.win }

func (w *Window) SetTitle(title string) { w.win.SetTitle(title) }

// Closing reports whether the user has asked to close the window.
func (w *Window) Closing() bool { return w.win.ShouldClose() }

// KeepOpen keeps the window open after the user has asked to close it, and restores a minimised one.
func (w *Window) KeepOpen() {
	w.win.SetShouldClose(false)
	if w.win.GetAttrib(glfw.Iconified) == glfw.True {
		w.win.Restore()
	}
}

// Framebuffer returns the size of the drawing area in pixels. It is 0×0 while the window is minimised.
func (w *Window) Framebuffer() image.Point {
	if w.win.GetAttrib(glfw.Iconified) == glfw.True {
		return image.Point{}
	}
	x, y := w.win.GetFramebufferSize()
	return image.Pt(x, y)
}

// Density returns the number of pixels per screen unit, the unit of mouse positions.
func (w *Window) Density() float32 {
	fb, _ := w.win.GetFramebufferSize()
	size, _ := w.win.GetSize()
	if size == 0 {
		return 1
	}
	return float32(fb) / float32(size)
}

// Scale returns the content scale, 1 on a normal screen and 2 on most HiDPI screens. It changes with the
// screen.
func (w *Window) Scale() float32 {
	x, _ := w.win.GetContentScale()
	return max(x, 0.5)
}

// UnitScale returns the scale for drawing in screen units. It is Scale if screen units are pixels, and 1 if
// they are larger, as on some HiDPI screens of macOS.
func (w *Window) UnitScale() float32 { return unitScale(w.Scale(), w.Density()) }

// unitScale returns content divided by density. The quotient is rounded, so that odd window sizes do not
// change the scale.
func unitScale(content, density float32) float32 {
	const steps = 16
	return max(float32(math.Round(float64(content/density*steps)))/steps, 0.5)
}

// SetGround sets the colour of the parts of an enlarged window that are not drawn yet. It has an effect only
// with X.
func (w *Window) SetGround(rgb [3]float32) { setGround(w.win, rgb) }

// Swap shows the frame that was drawn.
func (w *Window) Swap() { w.win.SwapBuffers() }

// WaitEvents waits until an event arrives, but at most 50 ms.
func (w *Window) WaitEvents() { glfw.WaitEventsTimeout(0.05) }

// Seconds returns a monotonic time in seconds.
func (w *Window) Seconds() float64 { return glfw.GetTime() }

// Grab hides the pointer and lets it move without limits, for looking around.
func (w *Window) Grab(on bool) {
	mode := glfw.CursorNormal
	if on {
		mode = glfw.CursorDisabled
	}
	if w.win.GetInputMode(glfw.CursorMode) != mode {
		w.win.SetInputMode(glfw.CursorMode, mode)
	}
}
