//go:build cgo

package strict

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"unsafe"

	// The checker replaces the functions of the renderer's binding. Its own calls go through another version
	// of the binding, so they are not checked.
	gl "github.com/go-gl/gl/v3.3-core/gl"
)

// Checker collects faults in the use of a context.
type Checker struct {
	proc     func(string) unsafe.Pointer
	complete map[uint32]bool // framebuffers that were complete at the renderer's check and have not changed since
	faults   []string
	groups   []string
	calls    map[string]int
}

// current is the checker of the current context. It is global, because OpenGL's functions have no argument
// for the context.
var current *Checker

// New creates a checker for the current context. It replaces the previous checker. proc looks up the
// functions of OpenGL.
func New(proc func(string) unsafe.Pointer) (*Checker, error) {
	if err := gl.InitWithProcAddrFunc(proc); err != nil {
		return nil, err
	}
	w := &Checker{proc: proc, complete: map[uint32]bool{}, calls: map[string]int{}}
	current = w
	var flags int32
	if gl.GetIntegerv(gl.CONTEXT_FLAGS, &flags); flags&gl.CONTEXT_FLAG_DEBUG_BIT != 0 {
		w.listenToDriver()
	}
	return w, nil
}

// Proc returns the wrapper of a function of OpenGL, or the function itself if it has no wrapper.
func (w *Checker) Proc(name string) unsafe.Pointer {
	if f, ok := checkedFunctions[name]; ok {
		return f
	}
	if f, ok := countedFunctions[name]; ok {
		return f
	}
	return w.proc(name)
}

// Faults returns the faults so far. Each line contains the place in the source code, the call and the fault.
func (w *Checker) Faults() []string { return w.faults }

// Groups returns the names of debug groups in the order in which they were pushed. It needs a debug
// context.
func (w *Checker) Groups() []string { return w.groups }

func (w *Checker) listenToDriver() {
	gl.Enable(gl.DEBUG_OUTPUT)
	gl.Enable(gl.DEBUG_OUTPUT_SYNCHRONOUS)
	gl.DebugMessageControl(gl.DONT_CARE, gl.DONT_CARE, gl.DONT_CARE, 0, nil, true)
	gl.DebugMessageCallback(func(_, kind, _, _ uint32, _ int32, text string, _ unsafe.Pointer) {
		if kind == gl.DEBUG_TYPE_PUSH_GROUP {
			current.groups = append(current.groups, text)
		}
		if name, bad := messageKinds[kind]; bad {
			current.report("%s: %s", name, strings.TrimSpace(text))
		}
	}, nil)
}

// messageKinds contains the kinds of driver messages that are faults, and not hints or notes on performance.
var messageKinds = map[uint32]string{
	gl.DEBUG_TYPE_ERROR:               "error",
	gl.DEBUG_TYPE_UNDEFINED_BEHAVIOR:  "undefined behaviour",
	gl.DEBUG_TYPE_DEPRECATED_BEHAVIOR: "deprecated",
	gl.DEBUG_TYPE_PORTABILITY:         "not portable",
}

func (w *Checker) report(format string, args ...any) {
	w.faults = append(w.faults, callSite()+": "+fmt.Sprintf(format, args...))
}

func (w *Checker) require(ok bool, format string, args ...any) {
	if !ok {
		w.report(format, args...)
	}
}

// callSite returns the file and the line of the renderer from which OpenGL was called.
func callSite() string {
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

func getInteger(what uint32) (n int32) {
	gl.GetIntegerv(what, &n)
	return n
}
