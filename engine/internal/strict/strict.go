//go:build cgo

package strict

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"unsafe"

	// The renderer's own package of OpenGL is loaded with what this one wraps.
	gl "github.com/go-gl/gl/v3.3-core/gl"
)

// Watch is what was found of one context.
type Watch struct {
	proc   func(string) unsafe.Pointer
	sound  map[uint32]bool // framebuffers found complete as they are now
	faults []string
	groups []string
}

// now is the watch of the current context: OpenGL's functions take no context, so
// what wraps them has nothing else to find it by.
var now *Watch

// New watches the current context, whose functions proc finds, until another one
// is watched.
func New(proc func(string) unsafe.Pointer) (*Watch, error) {
	if err := gl.InitWithProcAddrFunc(proc); err != nil {
		return nil, err
	}
	w := &Watch{proc: proc, sound: map[uint32]bool{}}
	now = w
	var flags int32
	if gl.GetIntegerv(gl.CONTEXT_FLAGS, &flags); flags&gl.CONTEXT_FLAG_DEBUG_BIT != 0 {
		w.listen()
	}
	return w, nil
}

// Proc finds a function for who is watched: OpenGL's, or what wraps it.
func (w *Watch) Proc(name string) unsafe.Pointer {
	if f, ok := wrapped[name]; ok {
		return f
	}
	return w.proc(name)
}

// Faults is what was found so far, a line each: where, which call, what is wrong.
func (w *Watch) Faults() []string { return w.faults }

// Groups are the names of the groups that were opened for a debugger, each as often as it
// was. Only a debug context tells.
func (w *Watch) Groups() []string { return w.groups }

// listen has the driver say at once what it thinks of a call.
func (w *Watch) listen() {
	gl.Enable(gl.DEBUG_OUTPUT)
	gl.Enable(gl.DEBUG_OUTPUT_SYNCHRONOUS)
	gl.DebugMessageControl(gl.DONT_CARE, gl.DONT_CARE, gl.DONT_CARE, 0, nil, true)
	gl.DebugMessageCallback(func(_, kind, _, _ uint32, _ int32, text string, _ unsafe.Pointer) {
		if kind == gl.DEBUG_TYPE_PUSH_GROUP {
			now.groups = append(now.groups, text)
		}
		if name, bad := kinds[kind]; bad {
			now.note("%s: %s", name, strings.TrimSpace(text))
		}
	}, nil)
}

// kinds are those of a driver's messages that matter. The others are about speed,
// or tell what it does.
var kinds = map[uint32]string{
	gl.DEBUG_TYPE_ERROR:               "error",
	gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR:  "undefined behaviour",
	gl.DEBUG_TYPE_DEPRECATED_BEHAVIOR: "deprecated",
	gl.DEBUG_TYPE_PORTABILITY:         "not portable",
}

func (w *Watch) note(format string, args ...any) {
	w.faults = append(w.faults, place()+": "+fmt.Sprintf(format, args...))
}

// need notes what is wrong unless ok.
func (w *Watch) need(ok bool, format string, args ...any) {
	if !ok {
		w.note(format, args...)
	}
}

// place is the file and line that called OpenGL.
func place() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		own := strings.HasPrefix(f.Function, "skein/engine/internal/strict.") && !strings.HasSuffix(f.File, "_test.go")
		if strings.HasPrefix(f.Function, "skein/") && !own && !strings.HasSuffix(f.File, ".cgo1.go") && !strings.HasPrefix(filepath.Base(f.File), "_cgo") {
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
		if !more {
			return "somewhere"
		}
	}
}

// get is a number of the context's state.
func get(what uint32) (n int32) {
	gl.GetIntegerv(what, &n)
	return n
}
