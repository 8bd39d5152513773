package scenario

import (
	"testing"

	"skein/flock/look"
	"skein/flock/model"
)

// A scene has the camera, light and drawing of its base, even if another scene of the model has others. The
// file can replace single values.
func TestBaseGivesTheLook(t *testing.T) {
	starlings, err := Builtin("starlings")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"falcon", "evening", "geese", "paper"} {
		base, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		if base.Light == starlings.Light && base.Show == starlings.Show {
			t.Fatalf("%s looks like starlings; the test needs a scene with its own look", name)
		}
		s, err := Parse("a.toml", []byte("version = 1\nbase = \""+name+"\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if s.Light != base.Light || s.Camera != base.Camera || s.Show != base.Show {
			t.Errorf("with the base %s, the look is\n%+v\n%+v\n%+v\nwant\n%+v\n%+v\n%+v", name, s.Camera, s.Light, s.Show, base.Camera, base.Light, base.Show)
		}
		if s.Bird.File != base.Bird.File {
			t.Errorf("with the base %s, the bird is %q, want %q", name, s.Bird.File, base.Bird.File)
		}
		if s, err = Parse("a.toml", []byte("version = 1\nbase = \""+name+"\"\nmodel = \"hartman\"\n")); err != nil {
			t.Fatal(err)
		}
		plain := look.Default()
		if base.Params.Model() != model.Hartman() && (s.Light != plain.Light || s.Show != plain.Show) {
			t.Errorf("with the base %s and the model hartman, the look is\n%+v\n%+v\nwant the default", name, s.Light, s.Show)
		}
		want := base.Light
		want.Land = look.Coast
		if s, err = Parse("a.toml", []byte("version = 1\nbase = \""+name+"\"\n[light]\nland = \"coast\"\n")); err != nil || s.Light != want {
			t.Errorf("with the base %s and another land, the light is %+v (error %v), want %+v", name, s.Light, err, want)
		}
	}
}
