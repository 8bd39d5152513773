//go:build cgo && linux

package headless

/*
#cgo LDFLAGS: -ldl
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>

// EGL is loaded at run time, so that a machine without it gets an error from New instead of
// from the dynamic linker.
typedef struct {
	void *library;
	PFNEGLGETPROCADDRESSPROC proc;
	EGLDisplay display;
	EGLContext context;
	EGLint error; // error code of the last attempt
} headless;

#define FN(h, type, name) ((type)(h)->proc(name))

static int headless_open(headless *h) {
	h->library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
	if (h->library)
		h->proc = (PFNEGLGETPROCADDRESSPROC)dlsym(h->library, "eglGetProcAddress");
	return h->proc != NULL;
}

static int headless_initialize(headless *h, EGLenum platform, void *native) {
	// Look up the functions first, because any later EGL call, even a lookup, clears the error.
	PFNEGLGETERRORPROC error = FN(h, PFNEGLGETERRORPROC, "eglGetError");
	PFNEGLINITIALIZEPROC initialize = FN(h, PFNEGLINITIALIZEPROC, "eglInitialize");
	PFNEGLGETPLATFORMDISPLAYEXTPROC get = FN(h, PFNEGLGETPLATFORMDISPLAYEXTPROC, "eglGetPlatformDisplayEXT");
	EGLDisplay d = get ? get(platform, native, NULL) : EGL_NO_DISPLAY;
	if (d == EGL_NO_DISPLAY || !initialize(d, NULL, NULL)) {
		h->error = error();
		return 0;
	}
	h->display = d;
	return 1;
}

static const char *headless_extensions(headless *h) {
	const char *have = FN(h, PFNEGLQUERYSTRINGPROC, "eglQueryString")(EGL_NO_DISPLAY, EGL_EXTENSIONS);
	return have ? have : "";
}

// Returns the name of a device: its renderer, or else its device file, "software" or "unnamed".
static const char *headless_name(headless *h, EGLDeviceEXT device) {
	PFNEGLQUERYDEVICESTRINGEXTPROC query = FN(h, PFNEGLQUERYDEVICESTRINGEXTPROC, "eglQueryDeviceStringEXT");
	const char *have = query(device, EGL_EXTENSIONS), *name = NULL;
	if (have && strstr(have, "EGL_EXT_device_query_name"))
		name = query(device, 0x335F); // EGL_RENDERER_EXT
	if (!name && have && strstr(have, "EGL_EXT_device_drm"))
		name = query(device, EGL_DRM_DEVICE_FILE_EXT);
	if (!name && have && strstr(have, "EGL_MESA_device_software"))
		name = "software";
	return name ? name : "unnamed";
}

// Lists the devices. If gpus is set, it leaves out software renderers, and lists each GPU
// only once even if two drivers offer it.
static int headless_devices(headless *h, int gpus, EGLDeviceEXT *list, int capacity) {
	EGLDeviceEXT all[64];
	const char *files[64];
	EGLint n = 0;
	int count = 0;
	const char *have = headless_extensions(h);
	if (!strstr(have, "EGL_EXT_platform_device") && !strstr(have, "EGL_EXT_device_base"))
		return 0;
	PFNEGLQUERYDEVICESEXTPROC query = FN(h, PFNEGLQUERYDEVICESEXTPROC, "eglQueryDevicesEXT");
	PFNEGLQUERYDEVICESTRINGEXTPROC text = FN(h, PFNEGLQUERYDEVICESTRINGEXTPROC, "eglQueryDeviceStringEXT");
	if (!query || !text || !query(64, all, &n))
		return 0;
	for (EGLint i = 0; i < n && count < capacity; i++) {
		const char *extensions = text(all[i], EGL_EXTENSIONS);
		if (gpus && extensions && strstr(extensions, "EGL_MESA_device_software"))
			continue;
		const char *file = gpus && extensions && strstr(extensions, "EGL_EXT_device_drm") ? text(all[i], EGL_DRM_DEVICE_FILE_EXT) : NULL;
		int listed = 0;
		for (int k = 0; k < count && file; k++)
			listed |= files[k] && strcmp(files[k], file) == 0;
		if (listed)
			continue;
		files[count] = file;
		list[count++] = all[i];
	}
	return count;
}

static int headless_context(headless *h, int debug) {
	static const EGLint any[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	const EGLint core[] = {
		EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 1,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
		debug ? EGL_CONTEXT_OPENGL_DEBUG : EGL_NONE, EGL_TRUE, EGL_NONE};
	EGLConfig config = NULL;
	EGLint n = 0;
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

// Destroys the context and terminates the display. The library stays loaded.
static void headless_close(headless *h) {
	if (h->display != EGL_NO_DISPLAY) {
		FN(h, PFNEGLMAKECURRENTPROC, "eglMakeCurrent")(h->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
		if (h->context != EGL_NO_CONTEXT)
			FN(h, PFNEGLDESTROYCONTEXTPROC, "eglDestroyContext")(h->display, h->context);
		FN(h, PFNEGLTERMINATEPROC, "eglTerminate")(h->display);
	}
	h->display = EGL_NO_DISPLAY;
	h->context = EGL_NO_CONTEXT;
}

static void *headless_proc(headless *h, const char *name) { return (void *)h->proc(name); }
*/
import "C"

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Context is an OpenGL context without a window. It is current on the thread that called [New], and only this
// thread may use it.
type Context struct {
	egl   C.headless
	debug bool
}

// New creates a context, makes it current and loads OpenGL. It locks the goroutine to its thread until
// [Context.Close]. It tries Mesa's surfaceless platform, which needs no device, and EGL's devices, and uses
// the first that has OpenGL 4.1.
func New() (*Context, error) { return (&Context{}).start((*Context).openAny) }

// NewDebug is like [New], but the context reports problems if the driver has KHR_debug.
func NewDebug() (*Context, error) { return (&Context{debug: true}).start((*Context).openAny) }

// NewOn is like [New], on one GPU. gpu is its index in [GPUs].
func NewOn(gpu int) (*Context, error) {
	return (&Context{}).start(func(c *Context) error { return c.openGPU(gpu) })
}

func (c *Context) start(open func(*Context) error) (*Context, error) {
	runtime.LockOSThread()
	err := errors.New("libEGL.so.1 is not installed")
	if C.headless_open(&c.egl) != 0 {
		err = open(c)
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return c, nil
}

type candidate struct {
	name     string
	platform C.EGLenum
	device   unsafe.Pointer
}

func (c *Context) openAny() error {
	var tried []string
	for _, p := range c.candidates() {
		err := c.openOn(p)
		if err == nil {
			return nil
		}
		tried = append(tried, fmt.Sprintf("%s: %v", p.name, err))
	}
	if len(tried) == 0 {
		return errors.New("no driver works without a display; install Mesa's driver (on Debian, the package libgl1-mesa-dri)")
	}
	return errors.New("tried " + strings.Join(tried, "; "))
}

func (c *Context) candidates() (all []candidate) {
	if c.hasExtension("EGL_MESA_platform_surfaceless") {
		all = append(all, candidate{"Mesa's surfaceless platform", C.EGL_PLATFORM_SURFACELESS_MESA, nil})
	}
	for i, d := range c.devices(false) {
		all = append(all, candidate{fmt.Sprintf("device %d (%s)", i, c.deviceName(d)), C.EGL_PLATFORM_DEVICE_EXT, unsafe.Pointer(d)})
	}
	return all
}

func (c *Context) hasExtension(extension string) bool {
	return strings.Contains(C.GoString(C.headless_extensions(&c.egl)), extension)
}

func (c *Context) openOn(p candidate) (err error) {
	if C.headless_initialize(&c.egl, p.platform, p.device) == 0 {
		return fmt.Errorf("no display (EGL error %#x)", int(c.egl.error))
	}
	var debug C.int
	if c.debug {
		debug = 1
	}
	if C.headless_context(&c.egl, debug) == 0 {
		err = fmt.Errorf("no OpenGL 4.1 core context (EGL error %#x)", int(c.egl.error))
	} else if err = gl.InitWithProcAddrFunc(c.Proc); err != nil {
		err = fmt.Errorf("OpenGL is older than 4.1: %w", err)
	}
	if err != nil {
		C.headless_close(&c.egl)
	}
	return err
}

func (c *Context) openGPU(gpu int) error {
	devices := c.devices(true)
	if gpu < 0 || gpu >= len(devices) {
		return fmt.Errorf("there is no GPU %d: %s", gpu, listGPUs(c.deviceNames(devices)))
	}
	p := candidate{fmt.Sprintf("GPU %d (%s)", gpu, c.deviceName(devices[gpu])), C.EGL_PLATFORM_DEVICE_EXT, unsafe.Pointer(devices[gpu])}
	if err := c.openOn(p); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	return nil
}

func (c *Context) devices(gpus bool) []C.EGLDeviceEXT {
	var devices [64]C.EGLDeviceEXT // further devices are ignored
	var only C.int
	if gpus {
		only = 1
	}
	n := C.headless_devices(&c.egl, only, &devices[0], C.int(len(devices)))
	return devices[:n]
}

func (c *Context) deviceName(d C.EGLDeviceEXT) string { return C.GoString(C.headless_name(&c.egl, d)) }

func (c *Context) deviceNames(devices []C.EGLDeviceEXT) (names []string) {
	for _, d := range devices {
		names = append(names, c.deviceName(d))
	}
	return names
}

func listGPUs(names []string) string {
	if len(names) == 0 {
		return "EGL finds no GPU on this machine; to draw in software, leave out the number of the GPU"
	}
	for i := range names {
		names[i] = fmt.Sprintf("%d (%s)", i, names[i])
	}
	return "this machine has " + strings.Join(names, ", ")
}

// GPUs returns the names of the GPUs, empty if EGL cannot list them.
func GPUs() []string {
	c := &Context{}
	if C.headless_open(&c.egl) == 0 {
		return nil
	}
	return c.deviceNames(c.devices(true))
}

// Proc returns the address of an OpenGL function, or nil if the driver lacks it.
func (c *Context) Proc(name string) unsafe.Pointer {
	s := C.CString(name)
	defer C.free(unsafe.Pointer(s))
	return C.headless_proc(&c.egl, s)
}

// Close destroys the context and unlocks the goroutine. EGL stays loaded, because some drivers crash when
// unloaded.
func (c *Context) Close() {
	C.headless_close(&c.egl)
	runtime.UnlockOSThread()
}
