//go:build cgo && !nowindow && linux

package program

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// While skein compiles shaders and warms up the flock, the window shows the splash, and no part of the window
// is black. ffmpeg reads the pixels from the X server.
func TestWindowIsNotBlackAtFirst(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	need(t, "ffmpeg")
	name, dir := display(t), t.TempDir()
	env := append(os.Environ(), "DISPLAY="+name, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir, "LIBGL_ALWAYS_SOFTWARE=1")
	log := filepath.Join(dir, "state.jsonl")
	cmd := exec.Command(buildSkein(t), "fly", "--log", log, "--size", "800x600", "--count", "3000")
	cmd.Env = env
	start(t, cmd)
	search := exec.Command("xdotool", "search", "--sync", "--onlyvisible", "--name", "^skein")
	search.Env = env
	win, err := search.Output()
	if err != nil {
		t.Fatal(err)
	}
	before := 0
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		pixels := grab(t, env, name, strings.TrimSpace(string(win)))
		if drawn, _ := os.ReadFile(log); len(drawn) > 0 {
			break
		}
		before++
		if dark := slices.Min(pixels); dark < 8 {
			t.Errorf("capture %d: a part of the window has the brightness %d of 255, want a sky", before, dark)
		}
	}
	if before == 0 {
		t.Skip("the first picture came before the first capture")
	}
}

// grab returns the brightness of each part of a window, from 0 to 255. There are 8 by 6 parts.
func grab(t *testing.T, env []string, display, win string) []byte {
	t.Helper()
	at := exec.Command("xdotool", "getwindowgeometry", "--shell", win)
	at.Env = env
	text, err := at.Output()
	if err != nil {
		t.Fatal(err)
	}
	var id, x, y, w, h int
	if _, err := fmt.Sscanf(string(text), "WINDOW=%d\nX=%d\nY=%d\nWIDTH=%d\nHEIGHT=%d", &id, &x, &y, &w, &h); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	shot := exec.Command("ffmpeg", "-loglevel", "error", "-f", "x11grab", "-video_size", fmt.Sprintf("%dx%d", w, h), "-i", fmt.Sprintf("%s+%d,%d", display, x, y),
		"-frames:v", "1", "-vf", "scale=8:6:flags=area", "-f", "rawvideo", "-pix_fmt", "gray", "-")
	shot.Env = env
	var out, wrong bytes.Buffer
	shot.Stdout, shot.Stderr = &out, &wrong
	if err := shot.Run(); err != nil || out.Len() != 48 {
		t.Fatalf("ffmpeg: %v, %d bytes: %s", err, out.Len(), wrong.String())
	}
	return out.Bytes()
}
