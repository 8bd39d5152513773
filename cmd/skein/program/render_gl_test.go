//go:build cgo

package program

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"skein/cmd/skein/internal/leftovers"
	"skein/cmd/skein/internal/testfiles"
	"skein/engine/headless"
	"skein/flock/sample"
)

// needsGL skips a test on a machine without OpenGL. In CI it fails the test instead.
func needsGL(t *testing.T) {
	t.Helper()
	c, err := headless.New()
	if err == nil {
		c.Close()
	} else if os.Getenv("CI") == "" {
		t.Skip(err)
	} else {
		t.Fatal(err)
	}
}

func pictures(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		if all[f.Name()], err = os.ReadFile(filepath.Join(dir, f.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func same(t *testing.T, what string, got, want map[string][]byte) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
	for name := range want {
		if !bytes.Equal(got[name], want[name]) {
			t.Errorf("%s: the bytes of %s differ", what, name)
		}
	}
}

// A picture has the same bytes in a single run, in shards in any order, after a resume, and with any
// number of threads. The tests of the engine try every camera.
func TestShardsDrawTheSamePictures(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", "murmuration", "--count", "40", "-o", rec, "--seconds", "1.6", "-q")
	render := func(folder string, more ...string) {
		t.Helper()
		args := []string{"render", rec, "-o", filepath.Join(dir, folder, "##.png"), "--size", "96x54", "--fps", "24", "--frames", "25-37:3", "-q", "--camera", "auto"}
		must(t, append(args, more...)...)
	}
	render("whole")
	want := pictures(t, filepath.Join(dir, "whole"))
	if len(want) != 5 {
		t.Fatalf("%d pictures", len(want))
	}
	render("parts", "--shard", "2/2")
	render("parts", "--shard", "1/2")
	same(t, "in shards", pictures(t, filepath.Join(dir, "parts")), want)

	if err := os.Remove(filepath.Join(dir, "parts", "31.png")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("LP_NUM_THREADS", "0")
	render("parts", "--resume")
	render("alone", "--threads", "1")
	same(t, "resumed", pictures(t, filepath.Join(dir, "parts")), want)
	same(t, "with one thread", pictures(t, filepath.Join(dir, "alone")), want)
}

func TestShardsDrawTheSameExposures(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	scene := smallScene(t)
	render := func(folder string, more ...string) map[string][]byte {
		t.Helper()
		args := []string{"render", scene, "-o", filepath.Join(dir, folder, "##.png"), "--size", "64x36", "--fps", "24", "--seconds", "0.4", "-q",
			"--samples", "5", "--aperture", "f/0.5", "--shutter", "90%"}
		must(t, append(args, more...)...)
		return pictures(t, filepath.Join(dir, folder))
	}
	want := render("whole")
	if len(want) != 10 {
		t.Fatalf("%d pictures", len(want))
	}
	render("parts", "--shard", "2/2")
	t.Setenv("LP_NUM_THREADS", "0")
	same(t, "in shards", render("parts", "--shard", "1/2"), want)
}

// The picture of a scenario at a given time does not depend on the frame rate, the number of other
// pictures or the film's length. The test tries two of four cameras.
func TestPictureDependsOnlyOnItsTime(t *testing.T) {
	needsGL(t)
	scene := smallScene(t)
	cameras := [][]string{{"--camera", "auto"}, {"--camera", "orbit"}, {"--camera", "follow", "--boid", "3"}, {"--camera", "leader"}}
	for _, camera := range sample.Some(t, 2, cameras) {
		render := func(more ...string) image.Image {
			t.Helper()
			dir := t.TempDir()
			must(t, append(append([]string{"render", scene, "-o", filepath.Join(dir, "##.png"), "--size", "96x54", "-q"}, camera...), more...)...)
			all := pictures(t, dir)
			if len(all) != 1 {
				t.Fatalf("%d pictures", len(all))
			}
			for _, file := range all { // all contains a single file, whose name depends on the number of pictures and the rate
				picture, err := png.Decode(bytes.NewReader(file))
				if err != nil {
					t.Fatal(err)
				}
				return picture
			}
			return nil
		}
		want := render("--frames", "16", "--seconds", "2")
		for _, other := range [][]string{
			{"--fps", "24", "--frames", "13", "--seconds", "2"}, {"--fps", "60", "--frames", "31", "--seconds", "2"}, {"--fps", "2", "--frames", "2", "--seconds", "2"},
			{"--frames", "16", "--seconds", "1.9"},
		} {
			if !reflect.DeepEqual(render(other...), want) {
				t.Errorf("%v: the picture at half a second differs with %v", camera, other)
			}
		}
	}
}

// A signal stops a render. Only complete pictures remain, and the render can be resumed.
func TestRenderInterrupted(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", "murmuration", "--count", "60", "-o", rec, "--seconds", "1", "-q")
	to := filepath.Join(dir, "shot")
	args := []string{"render", rec, "-o", filepath.Join(to, "##.png"), "--size", "96x54", "-q"}
	ctx, cancel := context.WithCancelCause(context.Background())
	go func() {
		for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(time.Millisecond) {
			if files, _ := filepath.Glob(filepath.Join(to, "*")); len(files) >= 2 {
				break
			}
		}
		cancel(interrupted{syscall.SIGINT})
	}()
	var msg bytes.Buffer
	if code := run(ctx, args, &bytes.Buffer{}, &msg); code != 130 {
		t.Errorf("exit %d: %s", code, msg.String())
	}
	cut := pictures(t, to)
	must(t, append(args, "--resume")...)
	all := pictures(t, to)
	if len(cut) >= len(all) || len(all) != 30 {
		t.Errorf("the stopped render wrote %d pictures, the whole one %d; want fewer, and 30", len(cut), len(all))
	}
	for name := range cut {
		n, err := strconv.Atoi(strings.TrimSuffix(name, ".png"))
		if err != nil || n > len(cut) || !bytes.Equal(cut[name], all[name]) {
			t.Errorf("%s remains, but is not a whole picture", name)
		}
	}
}

// While skein draws a scenario, its temporary recording has no name on the disk. So nothing remains
// after a kill.
func TestRenderLeavesNoScratch(t *testing.T) {
	needsGL(t)
	dir, scratch := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", scratch)
	ctx, cancel := context.WithCancelCause(t.Context())
	first := filepath.Join(dir, "001.png")
	var remaining []os.DirEntry
	go func() {
		defer cancel(interrupted{syscall.SIGINT})
		for ctx.Err() == nil {
			if _, err := os.Stat(first); err == nil {
				remaining, _ = os.ReadDir(scratch)
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	code := run(ctx, []string{"render", smallScene(t), "-o", filepath.Join(dir, "###.png"), "--size", "64x36", "--seconds", "30", "-q"}, &bytes.Buffer{}, &bytes.Buffer{})
	if code != 130 || len(remaining) > 0 {
		t.Errorf("exit code %d, want 130; files that remain: %v", code, remaining)
	}
	checkFolder(t, scratch)
}

// Remove runs each function of the list once. A function that is added after Remove runs immediately.
func TestCleanup(t *testing.T) {
	var l leftovers.List
	order := ""
	l.Add(func() { order += "a" })
	l.Add(func() { order += "b" })
	l.Remove()
	l.Remove()
	l.Add(func() { order += "c" })
	if order != "abc" {
		t.Errorf("the functions that ran are %q, want abc", order)
	}
}

// The file name and the flags select the kind of picture: 16 bits per channel, a transparent background,
// or linear light for ffmpeg.
func TestRenderKindsOfPictures(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", "murmuration", "--count", "40", "-o", rec, "--seconds", "0.1", "-q")
	draw := func(name string, more ...string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		must(t, append([]string{"render", rec, "-o", path, "--frames", "1", "--size", "64x36", "-q"}, more...)...)
		return path
	}
	if img, ok := testfiles.Picture(t, draw("deep.png", "--depth", "16")).(*image.RGBA64); !ok || img.Rect.Dx() != 64 {
		t.Error("the picture does not have 16 bits")
	}
	clear := testfiles.Picture(t, draw("clear.png", "--transparent"))
	if _, _, _, a := clear.At(0, 0).RGBA(); a != 0 {
		t.Errorf("the sky has the opacity %d, want 0", a)
	}
	light := draw("light.exr")
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of", "csv=p=0", light).Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != "exr,64,36" {
		t.Errorf("ffprobe reports %q (error %v), want exr,64,36", got, err)
	}
}

// After the last picture, render prints the number, size and folder of the pictures, and whether it created
// the folder.
func TestRenderReportsItsPictures(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", "murmuration", "--count", "10", "-o", rec, "--seconds", "0.1", "-q")
	for _, c := range []struct{ name, flags, want string }{
		{"a/one.png", "--frames 1", ": 1 picture of 64x36 pixels\ncreated the folder " + filepath.Join(dir, "a") + "\n"},
		{"a/####.png", "--frames 1-3", ": 3 pictures of 64x36 pixels\n"},
		{"a/strip.png", "--strip 2", ": 2 pictures of 64x36 pixels side by side\n"},
	} {
		path := filepath.Join(dir, c.name)
		args := append([]string{"render", rec, "-o", path, "--size", "64x36"}, strings.Fields(c.flags)...)
		code, _, msg := skein(args...)
		if code != exitDone || !strings.HasSuffix(msg, "\n"+path+c.want) {
			t.Errorf("%s: exit code %d, message %q; want 0 and %q at the end", c.name, code, msg, path+c.want)
		}
		if code, _, msg = skein(append(args, "--force", "-q")...); code != exitDone || msg != "" {
			t.Errorf("%s with -q: exit code %d, message %q; want 0 and no message", c.name, code, msg)
		}
	}
}

// Transparent pictures show traces only if a flag asks for them. Without the flag, they have the same
// number of clear pixels as pictures of a scene without traces and vision sphere.
func TestTransparentLeavesTracesOut(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	clear := func(name, show string, flags ...string) (n int) {
		t.Helper()
		scene, path := filepath.Join(dir, name+".toml"), filepath.Join(dir, name+".png")
		text := "version = 1\nwarm_up = 0.0\nparams.count = 20\ncamera.boid = 3\ncamera.distance = 14.0\n[show]\n" + show
		if err := os.WriteFile(scene, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		args := []string{"render", scene, "-o", path, "--seconds", "1", "--frames", "30", "--size", "160x90", "--transparent", "-q"}
		must(t, append(args, flags...)...)
		img := testfiles.Picture(t, path)
		for y := range 90 {
			for x := range 160 {
				if _, _, _, a := img.At(x, y).RGBA(); a == 0 {
					n++
				}
			}
		}
		return n
	}
	birds := clear("birds", "traces = \"none\"\nvision = false\n")
	if birds < 10_000 || birds > 160*90-20 {
		t.Errorf("%d pixels are transparent, so no birds are visible, or nothing else", birds)
	}
	if got := clear("all", "traces = \"all\"\ninset = true\n"); got != birds {
		t.Errorf("%d pixels are transparent, want %d", got, birds)
	}
	if got := clear("asked", "", "--traces", "all"); got > birds-100 {
		t.Errorf("with --traces all, %d pixels are transparent, and %d without; want at least 100 fewer", got, birds)
	}
	if code, _, msg := skein("render", smallScene(t), "-o", dir+"/a.png", "--traces", "mine", "--frames", "1"); code != exitUsage || !strings.Contains(msg, "--traces mine: must be one of none, all, leaders, selected") {
		t.Errorf("exit %d: %s", code, msg)
	}
}
