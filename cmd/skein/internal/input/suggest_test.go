package input

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"skein/cmd/skein/internal/usage"
)

// For a missing scenario, LoadScenario suggests a scenario file with a similar name, but no recording and no
// camera file. SuggestRecording adds a recording, unless the error already suggests a name.
func TestMissingScenarioSuggestsScenarios(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"yard.toml": "version = 1\n", "shot.mcap": "", "yerd.mcap": "",
		"orbit-path.toml": "version = 1\n[[key]]\ntime = 0.0\nposition = [0, 9, 9]\nlook = [0, 0, -1]\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ name, scenario, both string }{
		{"shot.toml", "", "shot.mcap"},
		{"yerd.toml", "yard.toml", "yard.toml"},
		{"yard.tml", "yard.toml", "yard.toml"},
		{"orbit-pth.toml", "", ""},
		{"murmurtion", "murmuration", "murmuration"},
		{"shot", "", "shot.mcap"},
	} {
		_, err := LoadScenario(c.name)
		var wrong usage.Error
		if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &wrong) {
			t.Errorf("%s gives the error %v, want one about a missing file", c.name, err)
			continue
		}
		for message, want := range map[string]string{err.Error(): c.scenario, SuggestRecording(c.name, err).Error(): c.both} {
			_, got, _ := strings.Cut(message, ", did you mean ")
			if got = strings.Trim(got, "\"?"); got != want {
				t.Errorf("%s: the message is %q, want the suggestion %q", c.name, message, want)
			}
		}
	}
	inside := &fs.PathError{Op: "open", Path: "bird.glb", Err: fs.ErrNotExist}
	if err := SuggestRecording("yard.toml", suggestScenario("yard.toml", inside)); err != inside {
		t.Errorf("yard.toml exists and names a file that does not: the error is %v, want %v", err, inside)
	}
}
