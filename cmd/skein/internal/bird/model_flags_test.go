package bird

import (
	"strings"
	"testing"

	"skein/flock/scenario"
)

// TestFlagsOfEachModel checks that a list in a flag has a value for each model, and that one value applies
// to all models. The name of a single model's clip may contain a comma.
func TestFlagsOfEachModel(t *testing.T) {
	scene := func() *scenario.Scenario {
		return &scenario.Scenario{Flock: scenario.Flock{Bird: scenario.DefaultBird()}}
	}
	sc := scene()
	flags := Choice{Bird: []string{"gull", "goose"}, BirdClip: "fly,0", BirdForward: "-z,x", BirdUp: "y", BirdBeat: "none,bird", BirdMirror: true}
	if err := flags.Apply(sc); err != nil {
		t.Fatal(err)
	}
	first := scenario.ModelSettings{Clip: "fly", Forward: "-z", Up: "y", Open: -1, Beat: "none", Mirror: true}
	second := scenario.ModelSettings{Clip: "0", Forward: "x", Up: "y", Open: -1, Beat: "bird", Mirror: true}
	if a, b := sc.Bird.Model(0).ModelSettings, sc.Bird.Model(1).ModelSettings; a != first || b != second {
		t.Errorf("the models have the settings %+v and %+v", a, b)
	}
	sc = scene()
	if err := (&Choice{Bird: []string{"gull"}, BirdClip: "fly, fast"}).Apply(sc); err != nil || sc.Bird.Clip != "fly, fast" {
		t.Errorf("the clip is %q, the error %v", sc.Bird.Clip, err)
	}
	for want, flags := range map[string]Choice{
		"--bird-forward x,y,z: give one value for all models, or 2 comma-separated values": {Bird: []string{"gull", "goose"}, BirdForward: "x,y,z"},
		"--bird-up sky: must be one of x, -x":                                              {Bird: []string{"gull", "goose"}, BirdUp: "y,sky"},
	} {
		if err := flags.Apply(scene()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}
