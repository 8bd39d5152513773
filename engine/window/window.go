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

// Options of a new window.
type Options struct {
	Title string
	Size  image.Point // screen units; not more than the screen's work area is used
	VSync bool
}

// Window is an open window whose context is current.
type Window struct {
	win     *glfw.Window
	input   Input
	queue   Queue
	dropped []string // paths of files
	asked   float64  // when what happens was gathered last, s
}

// ErrNoDisplay is in the chain of Open's error when there is no screen to open
// a window on.
var ErrNoDisplay = errors.New("no display")

// Open opens a window. Its error is one line that says what is missing: a
// display (ErrNoDisplay), or OpenGL 4.1.
func Open(o Options) (*Window, error) {
	runtime.LockOSThread()
	if err := start(); err != nil {
		return nil, err
	}
	glfw.WindowHint(glfw.ContextVersionMajor, 4)
	glfw.WindowHint(glfw.ContextVersionMinor, 1)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
	glfw.WindowHint(glfw.DepthBits, 0) // the renderer brings its own targets
	glfw.WindowHint(glfw.StencilBits, 0)
	size := fitScreen(o.Size)
	win, err := glfw.CreateWindow(size.X, size.Y, o.Title, nil, nil)
	if err != nil || win == nil {
		glfw.Terminate()
		return nil, fmt.Errorf("no window with OpenGL 4.1 can be had here: %s", reason(err))
	}
	win.MakeContextCurrent()
	glfw.SwapInterval(0)
	if o.VSync {
		glfw.SwapInterval(1)
	}
	w := &Window{win: win}
	w.listen()
	return w, nil
}

// start initialises GLFW. Its binding tells of a missing display only through
// the standard logger and a panic at the next call, so both are caught here.
func start() (err error) {
	var said strings.Builder
	out, flags := log.Writer(), log.Flags()
	log.SetOutput(&said)
	log.SetFlags(0)
	defer func() {
		log.SetOutput(out)
		log.SetFlags(flags)
		if recover() != nil {
			err = fmt.Errorf("%w: %s", ErrNoDisplay, reason(errors.New(said.String())))
		}
	}()
	if err := glfw.Init(); err != nil {
		return fmt.Errorf("%w: %s", ErrNoDisplay, reason(err))
	}
	glfw.GetTime()
	return nil
}

// reason is GLFW's error as part of a line.
func reason(err error) string {
	if err == nil {
		return "the driver does not say why"
	}
	text := strings.TrimSpace(err.Error())
	if code, after, found := strings.Cut(text, ": "); found && !strings.Contains(code, " ") {
		text = after
	}
	return strings.TrimSuffix(text, ".")
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

// Close closes the window and its context.
func (w *Window) Close() {
	w.win.Destroy()
	glfw.Terminate()
}

// GLFW is the window itself, for the panel's backend.
func (w *Window) GLFW() *glfw.Window { return w.win }

// SetTitle changes the window's title.
func (w *Window) SetTitle(title string) { w.win.SetTitle(title) }

// Closing says whether the user asked to close the window.
func (w *Window) Closing() bool { return w.win.ShouldClose() }

// Stay keeps a window open that the user asked to close, and brings it back if it was
// minimised.
func (w *Window) Stay() {
	w.win.SetShouldClose(false)
	if w.win.GetAttrib(glfw.Iconified) == glfw.True {
		w.win.Restore()
	}
}

// Framebuffer is the size of the drawing area in pixels; 0×0 while minimised.
func (w *Window) Framebuffer() image.Point {
	if w.win.GetAttrib(glfw.Iconified) == glfw.True {
		return image.Point{}
	}
	x, y := w.win.GetFramebufferSize()
	return image.Pt(x, y)
}

// Density is pixels per screen unit, in which the mouse is reported.
func (w *Window) Density() float32 {
	fb, _ := w.win.GetFramebufferSize()
	size, _ := w.win.GetSize()
	if size == 0 {
		return 1
	}
	return float32(fb) / float32(size)
}

// Scale is the content scale, 1 on a plain screen and 2 on most HiDPI ones. It
// changes as the window goes to another screen.
func (w *Window) Scale() float32 {
	x, _ := w.win.GetContentScale()
	return max(x, 0.5)
}

// UnitScale is how large things are to be drawn in screen units: Scale where those
// are pixels, and 1 where they are larger on a HiDPI screen already, as on macOS.
func (w *Window) UnitScale() float32 { return unitScale(w.Scale(), w.Density()) }

// unitScale rounds, so that the pixels of an odd size change nothing.
func unitScale(content, density float32) float32 {
	const steps = 16
	return max(float32(math.Round(float64(content/density*steps)))/steps, 0.5)
}

// Swap shows what was drawn.
func (w *Window) Swap() { w.win.SwapBuffers() }

// Idle waits for something to happen, a twentieth of a second at the most.
func (w *Window) Idle() { glfw.WaitEventsTimeout(0.05) }

// Seconds is a monotonic time.
func (w *Window) Seconds() float64 { return glfw.GetTime() }

// Grab hides the mouse pointer and lets it move without end, for looking about.
func (w *Window) Grab(on bool) {
	mode := glfw.CursorNormal
	if on {
		mode = glfw.CursorDisabled
	}
	if w.win.GetInputMode(glfw.CursorMode) != mode {
		w.win.SetInputMode(glfw.CursorMode, mode)
	}
}
