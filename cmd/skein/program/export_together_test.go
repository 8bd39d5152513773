package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExportTogether(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, "record", smallScene(t), "-o", at("run.mcap"), "--seconds", "0.5", "-q")
	out := must(t, "export", at("run.mcap"), "-o", at("a.usdc"), "-o", at("b.csv"), "-o", at("c.abc"), "--camera", "auto", "--poses", "4", "--json", "-q")
	var message struct {
		Files []struct {
			File, Format string
			Frames       int
		}
	}
	if err := json.Unmarshal([]byte(out), &message); err != nil || len(message.Files) != 3 || message.Files[2].Format != "abc" || message.Files[2].File != at("c.abc") || message.Files[0].Frames != 15 {
		t.Errorf("printed %s (%v)", out, err)
	}
	for _, name := range []string{"a.usdc", "b.csv", "b_camera.csv", "c.abc"} {
		if info, err := os.Stat(at(name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-o", at("d.csv"), "-o", at("d.csv")}, "two outputs write"},
		{[]string{"-o", at("d.csv"), "-o", at("d_camera.csv"), "--camera", "scene"}, "two outputs write"},
		{[]string{"-o", at("d.csv"), "-o", at("e.nc"), "--poses", "4"}, "cannot be used with csv, nc"},
		{[]string{"-o", at("d.abc"), "-o", at("e.nc"), "--camera", "auto"}, "--camera auto cannot be used with abc, nc"},
		{[]string{"-o", at("d.csv"), "-o", at("d"), "--to", "godot"}, "cannot be used with several files"},
		{[]string{"-o", at("d.csv"), "-o", at("a.usdc")}, "--force"},
		{[]string{"-o", at("d.csv"), "-o", at("e.glb"), "--up", "z"}, "fixed up-axis"},
	} {
		code, _, stderr := skein(append([]string{"export", at("run.mcap"), "-q"}, c.args...)...)
		if code == 0 || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: code %d, %s", c.args, code, stderr)
		}
	}
	if _, err := os.Stat(at("d.csv")); err == nil {
		t.Error("a refused export wrote a file")
	}
}
