package program

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/inspect"
)

// liftedGLTF is a triangle. Its animation raises it by 2 units between second 1 and second 2.
const liftedGLTF = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"name":"wing","mesh":0,"translation":[0,0,5]}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"animations":[{"name":"lift","channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}],"samplers":[{"input":1,"output":2}]}],
"buffers":[{"byteLength":68,"uri":"data:application/octet-stream;base64,%s"}],
"bufferViews":[{"buffer":0,"byteLength":68}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":0,"byteOffset":36,"componentType":5126,"count":2,"type":"SCALAR","min":[1],"max":[2]},
{"bufferView":0,"byteOffset":44,"componentType":5126,"count":2,"type":"VEC3"}]}`

// liftedModel writes liftedGLTF with its data to a file, and returns the path. The data are the corners
// (0,0,0), (1,0,0) and (0,1,0), the key times 1 s and 2 s, and the positions (0,0,0) and (0,2,0).
func liftedModel(t *testing.T) string {
	t.Helper()
	const data = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAACAPwAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAAA="
	path := filepath.Join(t.TempDir(), "lifted.gltf")
	if err := os.WriteFile(path, fmt.Appendf(nil, liftedGLTF, data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func vertices(t *testing.T, path string) (out [][3]float64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var v [3]float64
		if n, _ := fmt.Sscanf(s.Text(), "v %g %g %g", &v[0], &v[1], &v[2]); n == 3 {
			out = append(out, v)
		}
	}
	return out
}

// Poses are written in the units and axes of the model file. A time before or after the clip gives the
// clip's first or last pose.
func TestBirdPose(t *testing.T) {
	model := liftedModel(t)
	for _, c := range []struct {
		args  []string
		y, z  float64
		lasts string
	}{
		{nil, 0, 5, "rest"},
		{[]string{"--clip", "lift", "--time", "1.25"}, 0.5, 0, "a quarter"},
		{[]string{"--clip", "0", "--time", "7"}, 2, 0, "clamped"},
		{[]string{"--clip", "LIFT"}, 0, 0, "the start"},
	} {
		out := filepath.Join(t.TempDir(), "pose.obj")
		if code, _, msg := skein(append([]string{"bird", model, "--pose", out}, c.args...)...); code != 0 {
			t.Fatalf("%v: %s", c.args, msg)
		}
		got := vertices(t, out)
		want := [][3]float64{{0, c.y, c.z}, {1, c.y, c.z}, {0, 1 + c.y, c.z}}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: the list is %v, want %v", c.lasts, got, want)
		}
		if code, _, msg := skein("bird", model, "--pose", out); code != 1 || !strings.Contains(msg, "--force") {
			t.Errorf("writing over %s: exit code %d and the message %q, want 1 and --force in it", out, code, msg)
		}
	}
}

func TestBirdReport(t *testing.T) {
	code, out, msg := skein("bird", liftedModel(t), "--json")
	var r inspect.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 {
		t.Fatalf("exit code %d, error %v, message %q; want JSON and exit code 0", code, err, msg)
	}
	if r.Triangles != 1 || r.Vertices != 3 || r.Primitives != 1 || len(r.Clips) != 1 || r.Joints != 0 {
		t.Errorf("%+v", r)
	}
	if c := r.Clips[0]; c.Name != "lift" || c.Start != 1 || c.End != 2 || c.Channels != 1 || strings.Join(c.Moves, " ") != "nodes" {
		t.Errorf("%+v", c)
	}
	if r.Flies || r.Wingspan != 1 || r.Scale != 1 || r.Poses != 1 { // the triangle moves as a whole, without a wingbeat
		t.Errorf("%+v", r)
	}
	code, out, _ = skein("bird", "starling")
	for _, want := range []string{"mesh", "clip 0", "forward", "wingspan", "poses", "It can fly."} {
		if !strings.Contains(out, want) || code != 0 {
			t.Errorf("exit code %d, want 0 and %q in the output\n%s", code, want, out)
		}
	}
}

func TestBirdGuesses(t *testing.T) {
	model := liftedModel(t) // a flat triangle has no front that skein could detect
	for _, c := range []struct {
		args  []string
		guess bool
		flag  string
	}{{nil, true, "--forward x"}, {[]string{"--forward", "-x"}, false, ""}, {[]string{"--forward=-x"}, false, ""}} {
		code, out, msg := skein(append([]string{"bird", model, "--json"}, c.args...)...)
		var r inspect.Report
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != 0 {
			t.Fatalf("exit code %d, error %v, message %q; want JSON and exit code 0", code, err, msg)
		}
		if r.Forward.Guess != c.guess || r.Forward.Flag != c.flag {
			t.Errorf("%v: %+v", c.args, r.Forward)
		}
		_, out, _ = skein(append([]string{"bird", model}, c.args...)...)
		if strings.Contains(out, "a guess") != c.guess || strings.Contains(out, "correct it with "+c.flag) != c.guess {
			t.Errorf("%v: %s", c.args, out)
		}
	}
	if _, out, _ := skein("bird", "starling"); strings.Contains(out, "guess") {
		t.Errorf("a bird with a beak is reported as a guess: %s", out)
	}
}

func TestBirdAxisWithAHyphen(t *testing.T) {
	_, _, msg := skein("render", "nowhere.mcap", "-o", "x.png", "--bird-forward", "-z", "--bird-up", "-y")
	if strings.Contains(msg, "bird-") || strings.Contains(msg, "-z") {
		t.Errorf("%q", msg)
	}
}

// A bird still works if its file has unusual contents; each of them gives a warning.
func TestBirdWarns(t *testing.T) {
	model := liftedModel(t)
	text, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	odd := strings.Replace(string(text), "AACAPwAAAEAA", "AACAPwAAgD8A", 1)
	if odd == string(text) {
		t.Fatal("the model has no keys that the test can change")
	}
	if err := os.WriteFile(model, []byte(odd), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, msg := skein("bird", model)
	if code != 0 || !strings.Contains(out, "warning: animation 0: 1 channel with several keys at the same time") {
		t.Errorf("exit %d, %s%s", code, out, msg)
	}
}

func TestBirdRefuses(t *testing.T) {
	model := liftedModel(t)
	for want, args := range map[string][]string{
		"no clip \"glide\"":                {"--clip", "glide"},
		"--time 1 needs":                   {"--time", "1"},
		"ends in .obj":                     {"--pose", "x.fbx"},
		"ends in .png":                     {"--picture", "x.jpg"},
		"must be one of x, -x":             {"--forward", "w"},
		"--up --force: must be one of x":   {"--up", "--force"},
		"missing axis; use one of x, -x":   {"--up"},
		"must be two different directions": {"--forward", "y", "--up", "-y"},
		"must be within the clip":          {"--from", "1.5", "--to", "9"},
		"--poses 65: must be 1 to 64":      {"--poses", "65"},
		"wings open at 9 s":                {"--open", "9"},
		"wingspan -1: must be positive":    {"--span=-1"},
		"not a directory":                  {"--pose", filepath.Join(model, "x.obj")},
	} {
		code, _, msg := skein(append([]string{"bird", model}, args...)...)
		if code == 0 || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("%v: exit code %d and the message %q, want one line with %q", args, code, msg, want)
		}
	}
}
