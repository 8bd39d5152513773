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

static const char *headless_extensions(headless *h) {
	const char *have = FN(h, PFNEGLQUERYSTRINGPROC, "eglQueryString")(EGL_NO_DISPLAY, EGL_EXTENSIONS);
	return have ? have : "";
}

// What a device is known by: its renderer, else the file of its driver.
static const char *headless_name(headless *h, EGLDeviceEXT device) {
	PFNEGLQUERYDEVICESTRINGEXTPROC query = FN(h, PFNEGLQUERYDEVICESTRINGEXTPROC, "eglQueryDeviceStringEXT");
	const char *have = query(device, EGL_EXTENSIONS), *name = NULL;
	if (have && strstr(have, "EGL_EXT_device_query_name"))
		name = query(device, 0x335F); // EGL_RENDERER_EXT
	if (!name && have && strstr(have, "EGL_EXT_device_drm"))
		name = query(device, EGL_DRM_DEVICE_FILE_EXT);
	return name ? name : "unnamed";
}

// Lists the devices, without those that draw in software if gpus is set. Two
// drivers may list one GPU: the first counts.
static int headless_devices(headless *h, int gpus, EGLDeviceEXT *list, int most) {
	EGLDeviceEXT all[64];
	const char *files[64];
	EGLint n = 0;
	int kept = 0;
	const char *have = headless_extensions(h);
	if (!strstr(have, "EGL_EXT_platform_device") && !strstr(have, "EGL_EXT_device_base"))
		return 0;
	PFNEGLQUERYDEVICESEXTPROC query = FN(h, PFNEGLQUERYDEVICESEXTPROC, "eglQueryDevicesEXT");
	PFNEGLQUERYDEVICESTRINGEXTPROC text = FN(h, PFNEGLQUERYDEVICESTRINGEXTPROC, "eglQueryDeviceStringEXT");
	if (!query || !text || !query(64, all, &n))
		return 0;
	for (EGLint i = 0; i < n && kept < most; i++) {
		const char *can = text(all[i], EGL_EXTENSIONS);
		if (gpus && can && strstr(can, "EGL_MESA_device_software"))
			continue;
		const char *file = can && strstr(can, "EGL_EXT_device_drm") ? text(all[i], EGL_DRM_DEVICE_FILE_EXT) : NULL;
		int known = 0;
		for (int k = 0; k < kept && file; k++)
			known |= files[k] && strcmp(files[k], file) == 0;
		if (known)
			continue;
		files[kept] = file;
		list[kept++] = all[i];
	}
	return kept;
}

static int headless_display(headless *h) {
	EGLDeviceEXT devices[64];
	if (strstr(headless_extensions(h), "EGL_MESA_platform_surfaceless") &&
	    headless_initialize(h, EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY))
		return 1;
	int n = headless_devices(h, 0, devices, 64);
	for (int i = 0; i < n; i++)
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
	"strings"
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
func New() (*Context, error) { return start((*Context).anywhere) }

// NewOn makes a context like [New] on one of the machine's GPUs, counted from 0 in
// the order of [GPUs].
func NewOn(gpu int) (*Context, error) {
	return start(func(c *Context) error { return c.on(gpu) })
}

func start(display func(*Context) error) (*Context, error) {
	runtime.LockOSThread()
	c := &Context{}
	if err := c.open(display); err != nil {
		c.Close()
		return nil, fmt.Errorf("%w: %w", ErrNone, err)
	}
	return c, nil
}

func (c *Context) open(display func(*Context) error) error {
	if C.headless_open(&c.egl) == 0 {
		return fmt.Errorf("libEGL.so.1 is not installed")
	}
	if err := display(c); err != nil {
		return err
	}
	if C.headless_context(&c.egl) == 0 {
		return fmt.Errorf("the driver offers no OpenGL 4.1 core (EGL error %#x)", int(c.egl.error))
	}
	if err := gl.InitWithProcAddrFunc(c.proc); err != nil {
		return fmt.Errorf("the driver's OpenGL is not 4.1: %w", err)
	}
	return nil
}

func (c *Context) anywhere() error {
	if C.headless_display(&c.egl) == 0 {
		return fmt.Errorf("EGL finds no driver that works without a display (Mesa's is libgl1-mesa-dri)")
	}
	return nil
}

// maxDevices bounds the devices looked at.
const maxDevices = 64

func (c *Context) on(gpu int) error {
	var devices [maxDevices]C.EGLDeviceEXT
	n := int(C.headless_devices(&c.egl, 1, &devices[0], maxDevices))
	if gpu < 0 || gpu >= n {
		return fmt.Errorf("no GPU %d: %s", gpu, listed(c.names(devices[:n])))
	}
	if C.headless_initialize(&c.egl, C.EGL_PLATFORM_DEVICE_EXT, unsafe.Pointer(devices[gpu])) == 0 {
		return fmt.Errorf("GPU %d (%s) cannot be used without a display", gpu, c.names(devices[gpu : gpu+1])[0])
	}
	return nil
}

func (c *Context) names(devices []C.EGLDeviceEXT) (names []string) {
	for _, d := range devices {
		names = append(names, C.GoString(C.headless_name(&c.egl, d)))
	}
	return names
}

// listed says which GPUs there are.
func listed(names []string) string {
	if len(names) == 0 {
		return "EGL finds none on this machine"
	}
	for i := range names {
		names[i] = fmt.Sprintf("%d (%s)", i, names[i])
	}
	return "this machine has " + strings.Join(names, ", ")
}

// GPUs are what EGL calls this machine's GPUs; none where they cannot be listed.
func GPUs() []string {
	c := &Context{}
	if C.headless_open(&c.egl) == 0 {
		return nil
	}
	var devices [maxDevices]C.EGLDeviceEXT
	n := C.headless_devices(&c.egl, 1, &devices[0], maxDevices)
	return c.names(devices[:n])
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
