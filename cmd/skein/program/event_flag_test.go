package program

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestAtErrors(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]string{
		"sped>3:cohesion=0.1":         `unknown measure "sped": use one of polarization`,
		"distance owl<3:cohesion=0.1": `distance "owl": must name a species, or a thing`,
		"height>3:cohesio=0.1":        `unknown parameter "cohesio", did you mean "cohesion"?`,
		"1s:wire.on=tower":            `points and "on" cannot be used together`,
		"1s:wire.points=[[1, 2]]":     "points point 1",
		"1s:min_speed=49":             "min_speed is 49 m/s: must be at most max_speed",
		"4s:wire.open=true":           "and event",
	} {
		code, _, msg := skein("record", "wire", "-o", filepath.Join(dir, "run.mcap"), "--at", text)
		if code != exitUsage || !strings.Contains(msg, `--at: event "`+text+`": `) || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("--at %s: exit code %d and the message %q, want one line with %q", text, code, msg, want)
		}
	}
}
