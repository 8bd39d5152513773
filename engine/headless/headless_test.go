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

// TestContextWithoutDisplay checks that a context renders without a display. After it is closed, another
// context can be created.
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
		if got := clearAndRead(); got != [4]byte{255, 0, 255, 255} {
			t.Errorf("a framebuffer cleared to magenta contains %v, want magenta", got)
		}
		var major, minor int32
		gl.GetIntegerv(gl.MAJOR_VERSION, &major)
		gl.GetIntegerv(gl.MINOR_VERSION, &minor)
		if major*10+minor < 41 {
			t.Errorf("the context has OpenGL %d.%d, want 4.1 or later", major, minor)
		}
		c.Close()
	}
}

func TestContextOnGPU(t *testing.T) {
	names := GPUs()
	for n := range names {
		c, err := NewOn(n)
		if err != nil {
			t.Logf("GPU %d (%s): %v", n, names[n], err) // a container may see a GPU that it cannot use
			continue
		}
		if got := clearAndRead(); got != [4]byte{255, 0, 255, 255} {
			t.Errorf("GPU %d (%s): a framebuffer cleared to magenta contains %v, want magenta", n, names[n], got)
		}
		c.Close()
	}
	_, err := NewOn(len(names))
	want := fmt.Sprintf("there is no GPU %d: ", len(names))
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), want) && !strings.Contains(err.Error(), "libEGL") {
		t.Errorf("the error is %v, want %q", err, want)
	}
	for _, name := range names {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("the error %v does not name %s", err, name)
		}
	}
}

func clearAndRead() (pixel [4]byte) {
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
