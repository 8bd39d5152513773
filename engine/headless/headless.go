//go:build cgo && linux

package headless

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>

// EGL is opened at run time, so that a machine without it gets an error from
// New and not from the dynamic linker.
typedef struct {
	void *library;
	PFNEGLGETPROCADDRESSPROC proc;
	EGLDisplay display;
	EGLContext context;
	EGLint error;
} headless;

#define FN(h, type, name) ((type)(h)->proc(name))

static int headless_open(headless *h) {
	h->library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
	if (h->library)
		h->proc = (PFNEGLGETPROCADDRESSPROC)dlsym(h->library, "eglGetProcAddress");
	return h->proc != NULL;
}

static int headless_initialize(headless *h, EGLenum platform, void *native) {
	PFNEGLGETPLATFORMDISPLAYEXTPROC get = FN(h, PFNEGLGETPLATFORMDISPLAYEXTPROC, "eglGetPlatformDisplayEXT");
	EGLDisplay d = get ? get(platform, native, NULL) : EGL_NO_DISPLAY;
	if (d == EGL_NO_DISPLAY || !FN(h, PFNEGLINITIALIZEPROC, "eglInitialize")(d, NULL, NULL))
		return 0;
	h->display = d;
	return 1;
}

static int headless_display(headless *h) {
	EGLDeviceEXT devices[16];
	EGLint n = 0;
	const char *have = FN(h, PFNEGLQUERYSTRINGPROC, "eglQueryString")(EGL_NO_DISPLAY, EGL_EXTENSIONS);
	if (have == NULL)
		return 0;
	if (strstr(have, "EGL_MESA_platform_surfaceless") &&
	    headless_initialize(h, EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY))
		return 1;
	if (!strstr(have, "EGL_EXT_platform_device"))
		return 0;
	PFNEGLQUERYDEVICESEXTPROC query = FN(h, PFNEGLQUERYDEVICESEXTPROC, "eglQueryDevicesEXT");
	if (query == NULL || !query(16, devices, &n))
		return 0;
	for (EGLint i = 0; i < n; i++)
		if (headless_initialize(h, EGL_PLATFORM_DEVICE_EXT, devices[i]))
			return 1;
	return 0;
}

static int headless_context(headless *h) {
	static const EGLint any[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	static const EGLint core[] = {
		EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 1,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
	EGLConfig config = NULL;
	EGLint n = 0;
	// Looked up first: any later EGL call, looking up included, clears the error.
	PFNEGLGETERRORPROC error = FN(h, PFNEGLGETERRORPROC, "eglGetError");
	int ok = FN(h, PFNEGLBINDAPIPROC, "eglBindAPI")(EGL_OPENGL_API) &&
		FN(h, PFNEGLCHOOSECONFIGPROC, "eglChooseConfig")(h->display, any, &config, 1, &n) && n > 0;
	if (ok)
		h->context = FN(h, PFNEGLCREATECONTEXTPROC, "eglCreateContext")(h->display, config, EGL_NO_CONTEXT, core);
	ok = h->context != EGL_NO_CONTEXT &&
		FN(h, PFNEGLMAKECURRENTPROC, "eglMakeCurrent")(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, h->context);
	if (!ok)
		h->error = error();
	return ok;
}

static void headless_close(headless *h) {
	if (h->display != EGL_NO_DISPLAY) {
		FN(h, PFNEGLMAKECURRENTPROC, "eglMakeCurrent")(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
		if (h->context != EGL_NO_CONTEXT)
			FN(h, PFNEGLDESTROYCONTEXTPROC, "eglDestroyContext")(h->display, h->context);
		FN(h, PFNEGLTERMINATEPROC, "eglTerminate")(h->display);
	}
	memset(h, 0, sizeof *h);
}

static void *headless_proc(headless *h, const char *name) { return (void *)h->proc(name); }
*/
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Context is an OpenGL context without a window. It is current on the operating
// system's thread that called [New], and must be used from that goroutine only.
type Context struct{ egl C.headless }

// New makes a context, makes it current and loads OpenGL's functions. It locks
// the calling goroutine to its thread until [Context.Close]. It prefers Mesa's
// surfaceless platform, which needs no device, and otherwise takes the first
// EGL device that works.
func New() (*Context, error) {
	runtime.LockOSThread()
	c := &Context{}
	if err := c.open(); err != nil {
		c.Close()
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return c, nil
}

func (c *Context) open() error {
	if C.headless_open(&c.egl) == 0 {
		return fmt.Errorf("libEGL.so.1 is not installed")
	}
	if C.headless_display(&c.egl) == 0 {
		return fmt.Errorf("EGL finds no driver that works without a display (Mesa's is libgl1-mesa-dri)")
	}
	if C.headless_context(&c.egl) == 0 {
		return fmt.Errorf("the driver offers no OpenGL 4.1 core (EGL error %#x)", int(c.egl.error))
	}
	if err := gl.InitWithProcAddrFunc(c.proc); err != nil {
		return fmt.Errorf("the driver's OpenGL is not 4.1: %w", err)
	}
	return nil
}

func (c *Context) proc(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.headless_proc(&c.egl, s)
}

// Close ends the context and unlocks the goroutine from its thread. The library
// stays loaded: drivers do not survive being unloaded.
func (c *Context) Close() {
	C.headless_close(&c.egl)
	runtime.UnlockOSThread()
}
