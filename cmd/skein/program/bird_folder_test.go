package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

func TestBirdFolder(t *testing.T) {
	dir := t.TempDir()
	gull, err := os.ReadFile("../../../models/gull.glb")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "more"), 0o755); err != nil {
		t.Fatal(err)
	}
	testfiles.Write(t, filepath.Join(dir, "more", "seabird.glb"), string(gull))
	testfiles.Write(t, filepath.Join(dir, "broken.glb"), "not a model")
	testfiles.Write(t, filepath.Join(dir, "notes.txt"), "two models")
	code, out, msg := skein("bird", dir, "--quiet")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 0 || len(lines) != 3 || !strings.HasPrefix(lines[0], "model ") ||
		!strings.HasPrefix(lines[1], "broken.glb ") || !strings.Contains(lines[1], "cannot be used: ") ||
		!strings.HasPrefix(lines[2], "more/seabird.glb ") || strings.Contains(lines[2], "cannot") {
		t.Errorf("exit code %d, %q and the table\n%s", code, msg, out)
	}
	var all struct {
		Models []struct {
			File, Error string
			Report      *struct{ Triangles int }
		}
	}
	_, out, _ = skein("bird", dir, "--json")
	_, one, _ := skein("bird", "gull", "--json")
	var want struct{ Triangles int }
	if err := json.Unmarshal([]byte(out), &all); err != nil || json.Unmarshal([]byte(one), &want) != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if n := len(all.Models); n != 2 || all.Models[0].Error == "" || all.Models[1].Report == nil || all.Models[1].Report.Triangles != want.Triangles {
		t.Errorf("the document is %s; want an error and a model of %d triangles", out, want.Triangles)
	}
	for _, c := range []struct{ arg, want string }{{"--beat=fish", "--beat takes one model"}, {"--pose=a.obj", "--pose takes one model"}} {
		if code, _, msg := skein("bird", dir, c.arg); code != exitUsage || !strings.Contains(msg, c.want) {
			t.Errorf("%s: exit code %d and %q, want %q", c.arg, code, msg, c.want)
		}
	}
	if code, _, msg := skein("bird", t.TempDir()); code != exitUsage || !strings.Contains(msg, "has no models") {
		t.Errorf("an empty folder: exit code %d and %q", code, msg)
	}
}
