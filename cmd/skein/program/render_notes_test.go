//go:build cgo

package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/rendering"
	"skein/engine/capture"
	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
)

func TestRenderResumes(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.2", "-q")
	args := []string{"render", rec, "-o", filepath.Join(dir, "shot", "##.png"), "--size", "32x18", "-q"}
	must(t, append(args, "--frames", "2-3")...)
	there := filepath.Join(dir, "shot", "03.png")
	before, err := os.Stat(there)
	if err != nil {
		t.Fatal(err)
	}
	if code, _, msg := skein(args...); code != exitFailed || !strings.Contains(msg, "02.png: file already exists; use --force to replace it") {
		t.Errorf("exit %d: %s", code, msg)
	}
	var sum rendering.Summary
	if err := json.Unmarshal([]byte(must(t, append(args, "--resume", "--json")...)), &sum); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(sum.Frames) != "[1 4 5 6]" || sum.Skipped != 2 || sum.FPS != 30 {
		t.Errorf("the summary is %+v, want 4 drawn and 2 skipped", sum)
	}
	if after, err := os.Stat(there); err != nil || !os.SameFile(before, after) {
		t.Error("the existing picture was replaced")
	}
	if out := must(t, append(args, "--resume", "--shard", "2/9")...); out != "" {
		t.Errorf("an empty shard prints %q, want nothing", out)
	}
	var plain bytes.Buffer
	if err := png.Encode(&plain, image.NewGray(image.Rect(0, 0, 32, 18))); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{"mine": "mine", "truncated": "\x89PNG\r\n\x1a\n", "another's": plain.String()} {
		if err := os.WriteFile(there, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
		code, _, msg := skein(append(args, "--resume")...)
		if text, _ := os.ReadFile(there); code != exitFailed || string(text) != data || strings.Count(msg, "\n") != 1 || !strings.Contains(msg, there) || !strings.Contains(msg, "--force without --resume") {
			t.Errorf("%s: exit code %d, message %q, the file contains %q; want an error and the file unchanged", name, code, msg, text)
		}
	}
}

func TestResumeRefusesOtherPictures(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec, other := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "other.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.2", "-q")
	must(t, "record", smallScene(t), "-o", other, "--seconds", "0.2", "--seed", "8", "-q")
	keys := filepath.Join(dir, "keys.toml")
	if err := os.WriteFile(keys, []byte("version = 1\n[[key]]\ntime = 0.0\nposition = [0, 12, 40]\ntarget = [0, 15, 0]\nfov = 40.0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	base := "--size 32x18 --camera orbit --samples 2 --shutter 90 --bird starling"
	for _, ext := range []string{"png", "exr"} {
		to := filepath.Join(dir, ext, "##."+ext)
		args := func(source, flags, more string) []string {
			return append([]string{"render", source, "-o", to, "-q"}, strings.Fields(flags+" "+more)...)
		}
		must(t, args(rec, base, "--frames 1-3")...)
		before := pictures(t, filepath.Join(dir, ext))
		for _, c := range []struct{ from, to, want string }{
			{"32x18", "64x36", "was drawn with size 32x18, not 64x36"},
			{"--camera orbit", "--camera eye --boid 2", `was drawn with camera.mode "orbit", not "eye"`},
			{"--camera orbit", "--camera orbit --boid 2", "was drawn with camera.boid -1, not 2"},
			{"--camera orbit", "--camera follow --boid leader", `was drawn with camera.mode "orbit", not "follow"`},
			{"--camera orbit", "--camera " + keys, `was drawn with camera.path "", not `},
			{"--samples 2", "--samples 3", "was drawn with samples 2, not 3"},
			{"--shutter 90", "--shutter 180", "was drawn with exposure.shutter 0.008333333333333333 s, not 0.016666666666666666 s"},
			{"--shutter 90", "--shutter 90 --aperture f/2", "was drawn with exposure.stop f/0, not f/2"},
			{"--bird starling", "--bird gull", "was drawn with bird starling "},
			{"--bird starling", "--bird starling --plain", "was drawn with show."},
			{"--bird starling", "--bird starling --transparent", "was drawn with transparent false, not true"},
			{"--bird starling", "--bird starling --fps 15", "was drawn with fps 30, not 15"},
			{rec, other, "was drawn with recording "},
		} {
			source, flags := rec, strings.Replace(base, c.from, c.to, 1)
			if c.from == rec {
				source = other
			}
			code, out, msg := skein(args(source, flags, "--resume")...)
			if code != exitFailed || out != "" || !strings.Contains(msg, c.want) || !strings.Contains(msg, "01."+ext) || strings.Count(msg, "\n") != 1 {
				t.Errorf("%s after %s: exit code %d, message %q; want one line with %q", c.to, c.from, code, msg, c.want)
			}
			same(t, c.to, pictures(t, filepath.Join(dir, ext)), before)
		}
		if code, _, msg := skein(args(rec, base, "--depth 16 --resume")...); ext == "png" && (code != exitFailed || !strings.Contains(msg, "was drawn with depth 8, not 16")) {
			t.Errorf("exit %d: %s", code, msg)
		}
		must(t, args(rec, base, "--resume")...)
		if n := len(pictures(t, filepath.Join(dir, ext))); n != 6 {
			t.Errorf("%d pictures", n)
		}
	}
}

// A resumed render compares states, so that it detects another flight of the same scene. It accepts a
// recording that became longer.
func TestRenderResumesByState(t *testing.T) {
	needsGL(t)
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	args := []string{"render", rec, "-o", filepath.Join(dir, "shot", "##.png"), "--size", "32x18", "-q", "--resume"}
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.2", "-q")
	must(t, args...)
	must(t, "record", "--resume", rec, "--seconds", "0.3", "-q")
	must(t, args...)
	if n := len(pictures(t, filepath.Join(dir, "shot"))); n != 9 {
		t.Fatalf("%d pictures", n)
	}
	r, err := recording.Open(rec)
	if err != nil {
		t.Fatal(err)
	}
	meta := r.Meta()
	r.Close()
	w, err := recording.Create(rec, meta, recording.Options{Force: true})
	if err != nil {
		t.Fatal(err)
	}
	def := testscene.Def("murmuration")
	def.WarmUp, def.Seed = 0, 99
	def.Params = model.With(def.Params, "count", 20)
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	second := recording.NewRecorder(w)
	for second.Frames() < 9 {
		if err := second.Tick(world, nil); err != nil {
			t.Fatal(err)
		}
		world.Step()
	}
	if _, err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if code, _, msg := skein(args...); code != exitFailed || !strings.Contains(msg, "01.png was drawn with state ") {
		t.Errorf("exit %d: %s", code, msg)
	}
}

// The metadata of a picture describes its sources correctly. It contains no path and no time, so it does
// not depend on the folder of the files.
func TestPictureMetadata(t *testing.T) {
	needsGL(t)
	var want map[string][]byte
	for _, name := range []string{"here", "another and longer name"} {
		dir := filepath.Join(t.TempDir(), name)
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		model, err := os.ReadFile(liftedModel(t))
		if err != nil {
			t.Fatal(err)
		}
		for file, data := range map[string][]byte{
			name + ".gltf": model, "cam " + name + ".toml": []byte("version = 1\n[[key]]\ntime = 0.0\nposition = [0, 12, 40]\ntarget = [0, 15, 0]\nfov = 40.0\n"),
			"scene.toml": fmt.Appendf(nil, "version = 1\nwarm_up = 0.0\nparams.count = 9\n[bird]\nfile = \"./%s.gltf\"\n[camera]\npath = \"cam %[1]s.toml\"\n", name),
		} {
			if err := os.WriteFile(filepath.Join(dir, file), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		rec, shot := filepath.Join(dir, name+".mcap"), filepath.Join(dir, "shot")
		must(t, "record", filepath.Join(dir, "scene.toml"), "-o", rec, "--seconds", "0.2", "-q")
		must(t, "render", rec, "-o", filepath.Join(shot, "r##.png"), "--size", "32x18", "-q", "--fps", "24", "--frames", "2")
		must(t, "render", rec, "-o", filepath.Join(shot, "r.exr"), "--size", "32x18", "-q", "--frames", "2")
		must(t, "render", rec, "-o", filepath.Join(shot, "strip.png"), "--size", "32x18", "-q", "--strip", "2")
		must(t, "render", filepath.Join(dir, "scene.toml"), "-o", filepath.Join(shot, "s##.png"), "--size", "32x18", "-q", "--seconds", "0.1")
		must(t, "render", filepath.Join(dir, "scene.toml"), "-o", filepath.Join(shot, "s##.png"), "--size", "32x18", "-q", "--seconds", "0.2", "--resume")
		got := pictures(t, shot)
		if want == nil {
			want = got
		}
		same(t, name, got, want)

		notes, err := capture.ReadNotes(filepath.Join(shot, "r02.png"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := recording.Open(rec)
		if err != nil {
			t.Fatal(err)
		}
		_, hash, err := r.State(1)
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		for key, want := range map[string]string{
			"Software": "skein " + build.Version, "skein.size": "32x18", "skein.fps": "24", "skein.picture": "2", "skein.frame": "2.25",
			"skein.state": fmt.Sprintf("%016x", hash), "skein.depth": "8", "skein.samples": "1", "skein.transparent": "false",
		} {
			if notes[key] != want {
				t.Errorf("%s is %q, want %q", key, notes[key], want)
			}
		}
		if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(notes["skein.recording"]) || !strings.HasPrefix(notes["skein.bird"], "model ") || !strings.Contains(notes["skein.camera"], "fov = 47.0") {
			t.Errorf("%v", notes)
		}
		if strip, err := capture.ReadNotes(filepath.Join(shot, "strip.png")); err != nil || strip["skein.pictures"] != "1,6" || strip["skein.recording"] != notes["skein.recording"] {
			t.Errorf("the strip has the notes %v (error %v), want its pictures and its recording", strip, err)
		}
	}
}
