package scenario

import (
	"fmt"
	"strings"
	"testing"
)

// Each model of a flock has its own settings, wherever the list of models is in the table.
func TestSettingsOfEachModel(t *testing.T) {
	const text = `version = 1
[bird]
clip = ["Flap", "", "2"]
forward = ["-z", "found", "x"]
from = [0.5, 0, 0]
to = [1.5, 0, 0]
up = "z"
files = ["a.glb", "gull", "b.glb"]
beat = ["auto", "auto", "insect"]
mirror = [false, false, true]
`
	s, err := Parse("scene.toml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	saved := string(s.TOML())
	second, err := Parse("scene.toml", []byte(saved))
	if err != nil || second.Bird != s.Bird {
		t.Fatalf("the saved scene has the bird %+v (error %v), want %+v", second.Bird, err, s.Bird)
	}
	for k, want := range []string{"a.glb Flap -z z 0.5 1.5 auto false", "gull  found z 0 0 auto false", "b.glb 2 x z 0 0 insect true"} {
		b := second.Bird.Model(k)
		if got := fmt.Sprint(b.File, " ", b.Clip, " ", b.Forward, " ", b.Up, " ", b.From, " ", b.To, " ", b.Beat, " ", b.Mirror); got != want {
			t.Errorf("model %d is %s, want %s", k, got, want)
		}
		if b.MoreSettings != (Bird{}).MoreSettings {
			t.Errorf("model %d alone has the settings of other models", k)
		}
	}
	for _, line := range []string{"up = \"z\" ", "clip = [\"Flap\", \"\", \"2\"] "} {
		if !strings.Contains(saved, line) {
			t.Errorf("the saved scene lacks %s:\n%s", line, saved)
		}
	}
}

// Additional models get the settings of the first, and those of removed models are cleared.
func TestSettingsOfMoreModels(t *testing.T) {
	b := DefaultBird()
	b.File, b.Forward = "gull", "x"
	old := b
	if why := b.SetFiles([]string{"gull", "goose"}); why != "" || b.Model(1).Forward != "x" {
		t.Errorf("a second model has the settings %+v (%s)", b.Model(1).ModelSettings, why)
	}
	b.Settings(1).Forward = "-x"
	if b.SetFiles([]string{"gull"}); b != old {
		t.Errorf("one model again is %+v, want %+v", b, old)
	}
}

func TestSettingsOfModelsErrors(t *testing.T) {
	for text, want := range map[string]string{
		"files = [\"gull\", \"goose\"]\nclip = [\"a\"]":            "s.toml:4: bird.clip must be one value for all models, or a list with an entry for each (entries: 1, models: 2)",
		"clip = [\"a\", \"b\"]":                                    "s.toml:3: bird.clip must be one value for all models, or a list with an entry for each (entries: 2, models: 1)",
		"files = [\"gull\", \"goose\"]\nforward = [\"x\", \"up\"]": "s.toml:4: bird.forward number 2 = \"up\" is not one of found, x, -x, y, -y, z, -z",
		"files = [\"gull\", \"goose\"]\nopen = [0, \"late\"]":      "s.toml:4: bird.open number 2 = \"late\" must be a number",
		"clip = [[\"a\"]]":                                         "s.toml:3: bird.clip number 1 = [\"a\"] must be text in quotes",
		"open = [0, 0, 0, 0, 0, 0, 0, 0, 0]":                       "s.toml:3: bird.open = [0, 0, 0, 0, 0, 0, 0, 0, 0] has too many values: at most 8 are allowed",
	} {
		if _, err := Parse("s.toml", []byte("version = 1\n[bird]\n"+text+"\n")); err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", text, err, want)
		}
	}
}
