package scenario

import (
	"strings"
	"testing"

	"skein/flock/model"
)

// A preset sets all parameters of a flock with the same model except the number of boids, and is an error for
// another model.
func TestPreset(t *testing.T) {
	sc, err := Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	mine := model.With(sc.Params, "count", 77, "separation", 0.77, "vision", 4.25, "leadership", 0.5)
	text := PresetTOML(&mine)
	for _, never := range []string{"\ncount", "[camera]", "[light]", "seed"} {
		if strings.Contains(string(text), never) {
			t.Errorf("%s is in\n%s", never, text)
		}
	}
	read, err := Parse("mine.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	theirs := model.With(sc.Params, "count", 300, "cohesion", 0.9)
	got, err := Preset(theirs, read)
	if want := model.With(mine, "count", 300); err != nil || got != want {
		t.Errorf("error %v; the preset gives separation %v, cohesion %v and %d boids, want the saved values and 300", err, got.Float("separation"), got.Float("cohesion"), got.Count())
	}
	parker, err := Builtin("parker")
	if err != nil {
		t.Fatal(err)
	}
	if same, err := Preset(parker.Params, read); err == nil || same != parker.Params {
		t.Errorf("a preset of another model gives the error %v; want an error, and unchanged parameters", err)
	}
}
