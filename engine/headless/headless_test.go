//go:build cgo && linux

package headless

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// A context draws without a display, can be closed, and another one made.
func TestContextWithoutDisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	for range 2 {
		c, err := New()
		if err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
		if got := cleared(); got != [4]byte{255, 0, 255, 255} {
			t.Errorf("a target cleared to magenta reads %v", got)
		}
		var major, minor int32
		gl.GetIntegerv(gl.MAJOR_VERSION, &major)
		gl.GetIntegerv(gl.MINOR_VERSION, &minor)
		if major*10+minor < 41 {
			t.Errorf("OpenGL %d.%d, want 4.1 or later", major, minor)
		}
		c.Close()
	}
}

// Of each GPU there is a context; of one more there is an error that names them.
func TestContextOnAGPU(t *testing.T) {
	names := GPUs()
	for n := range names {
		c, err := NewOn(n)
		if err != nil {
			t.Logf("GPU %d (%s): %v", n, names[n], err) // a container may see one that it may not use
			continue
		}
		if got := cleared(); got != [4]byte{255, 0, 255, 255} {
			t.Errorf("GPU %d (%s): a target cleared to magenta reads %v", n, names[n], got)
		}
		c.Close()
	}
	_, err := NewOn(len(names))
	want := fmt.Sprintf("no GPU %d: ", len(names))
	if !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "libEGL") {
		t.Errorf("%v, want %q", err, want)
	}
	for _, name := range names {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not name %s", err, name)
		}
	}
}

// cleared clears a one-pixel target to magenta and reads it back.
func cleared() (pixel [4]byte) {
	var buffer, target uint32
	gl.GenRenderbuffers(1, &buffer)
	gl.BindRenderbuffer(gl.RENDERBUFFER, buffer)
	gl.RenderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, 1, 1)
	gl.GenFramebuffers(1, &target)
	gl.BindFramebuffer(gl.FRAMEBUFFER, target)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, buffer)
	gl.ClearColor(1, 0, 1, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	gl.ReadPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(&pixel[0]))
	return pixel
}
