//go:build cgo && linux

package headless

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain creates a context and prints the result if TestFallback has started this program.
func TestMain(m *testing.M) {
	if os.Getenv("REAL_EGL") == "" {
		os.Exit(m.Run())
	}
	c, err := New()
	if err != nil {
		fmt.Println(err)
		os.Exit(0)
	}
	fmt.Printf("pixel %v", clearAndRead())
	c.Close()
}

// TestFallback uses an EGL library that refuses some displays. New tries one display after another until
// one gives a context. If none works, the error is one line that lists all attempts.
func TestFallback(t *testing.T) {
	dir := fakeEGL(t)
	const (
		surfaceless = "31dd" // EGL_PLATFORM_SURFACELESS_MESA
		devices     = "313f" // EGL_PLATFORM_DEVICE_EXT
	)
	for _, c := range []struct {
		env  string
		want []string
	}{
		{"REFUSE=none", []string{"pixel [255 0 255 255]"}},
		{"REFUSE=" + surfaceless, []string{"pixel [255 0 255 255]"}},
		{"REFUSE_DISPLAY=" + surfaceless, []string{"pixel [255 0 255 255]"}},
		{"REFUSE=" + surfaceless + " " + devices, []string{
			"no OpenGL without a display: tried Mesa's surfaceless platform: no OpenGL 4.1 core context (EGL error 0x3009); ",
			"; device 0 (", "): no OpenGL 4.1 core context (EGL error 0x3009)"}},
		{"REFUSE_DISPLAY=" + surfaceless + " " + devices, []string{
			"tried Mesa's surfaceless platform: no display (EGL error 0x3001); device 0 ("}},
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "DISPLAY=", "LD_LIBRARY_PATH="+dir, c.env)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", c.env, err, out)
		}
		for _, want := range c.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: the output %q does not contain %q", c.env, out, want)
			}
		}
		if strings.Count(strings.TrimSpace(string(out)), "\n") > 0 {
			t.Errorf("%s: the output has more than one line: %q", c.env, out)
		}
	}
}

func fakeEGL(t *testing.T) string {
	t.Helper()
	c, err := New()
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	defer c.Close()
	for _, p := range []string{"EGL_MESA_platform_surfaceless", "EGL_EXT_platform_device"} {
		if !c.hasExtension(p) {
			t.Skipf("EGL lacks %s", p)
		}
	}
	real, err := loadedLibrary("libEGL.so")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out, err := exec.Command("gcc", "-shared", "-fPIC", "-o", filepath.Join(dir, "libEGL.so.1"), "testdata/refuse.c", "-ldl").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("REAL_EGL", real)
	return dir
}

func loadedLibrary(name string) (string, error) {
	maps, err := os.ReadFile("/proc/self/maps")
	for _, line := range strings.Split(string(maps), "\n") {
		if index := strings.Index(line, "/"); index >= 0 && strings.HasPrefix(filepath.Base(line), name) {
			return line[index:], nil
		}
	}
	return "", fmt.Errorf("%s is not loaded: %v", name, err)
}
