// A libEGL that passes calls on to the system's, except that it refuses contexts on the
// platforms listed in REFUSE (as hexadecimal numbers), and displays on those listed in
// REFUSE_DISPLAY.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>

static EGLenum platform; // of the last requested display
static EGLint error;     // of a refused call

static __eglMustCastToProperFunctionPointerType the(const char *name) {
	static PFNEGLGETPROCADDRESSPROC proc;
	if (!proc)
		proc = (PFNEGLGETPROCADDRESSPROC)dlsym(dlopen(getenv("REAL_EGL"), RTLD_NOW | RTLD_GLOBAL), "eglGetProcAddress");
	return proc(name);
}

static int refused(const char *variable, EGLint code) {
	char number[16];
	snprintf(number, sizeof number, "%x", platform);
	const char *list = getenv(variable);
	if (!list || !strstr(list, number))
		return 0;
	error = code;
	return 1;
}

static EGLDisplay getDisplay(EGLenum p, void *native, const EGLint *attributes) {
	platform = p;
	return ((PFNEGLGETPLATFORMDISPLAYEXTPROC)the("eglGetPlatformDisplayEXT"))(p, native, attributes);
}

static EGLBoolean initialize(EGLDisplay d, EGLint *major, EGLint *minor) {
	if (refused("REFUSE_DISPLAY", EGL_NOT_INITIALIZED))
		return EGL_FALSE;
	return ((PFNEGLINITIALIZEPROC)the("eglInitialize"))(d, major, minor);
}

static EGLContext createContext(EGLDisplay d, EGLConfig c, EGLContext with, const EGLint *attributes) {
	if (refused("REFUSE", EGL_BAD_MATCH))
		return EGL_NO_CONTEXT;
	return ((PFNEGLCREATECONTEXTPROC)the("eglCreateContext"))(d, c, with, attributes);
}

static EGLint getError(void) {
	EGLint now = error ? error : ((PFNEGLGETERRORPROC)the("eglGetError"))();
	error = 0;
	return now;
}

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char *name) {
	if (!strcmp(name, "eglGetPlatformDisplayEXT"))
		return (__eglMustCastToProperFunctionPointerType)getDisplay;
	if (!strcmp(name, "eglInitialize"))
		return (__eglMustCastToProperFunctionPointerType)initialize;
	if (!strcmp(name, "eglCreateContext"))
		return (__eglMustCastToProperFunctionPointerType)createContext;
	if (!strcmp(name, "eglGetError"))
		return (__eglMustCastToProperFunctionPointerType)getError;
	return the(name);
}
