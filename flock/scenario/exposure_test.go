package scenario

import (
	"testing"

	"skein/flock/look"
)

// A file that sets exposure but not adapt has the same exposure in all views. One that moves only the sun has
// the default exposure.
func TestExposureAndAdapt(t *testing.T) {
	d := look.Default().Light
	for text, want := range map[string][2]float32{
		"":                        {d.Exposure, d.Adapt},
		"exposure = 0.4":          {0.4, 0},
		"exposure = 2\nadapt = 1": {2, 1},
		"adapt = 0.3":             {d.Exposure, 0.3},
		"sun_elevation = 9":       {d.Exposure, d.Adapt},
	} {
		s, err := Parse("a.toml", []byte("version = 1\n[light]\n"+text+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]float32{s.Light.Exposure, s.Light.Adapt}; got != want {
			t.Errorf("%q: the exposure and adapt are %v, want %v", text, got, want)
		}
	}
	s, err := Parse("b.toml", []byte("version = 1\nbase = \"starlings\"\n[light]\nsun_elevation = 9\n"))
	if err != nil {
		t.Fatal(err)
	}
	if s.Light.Exposure != d.Exposure || s.Light.Adapt != d.Adapt {
		t.Errorf("with another sun than its base, a scene has exposure %v and adapt %v, want the defaults %v and %v", s.Light.Exposure, s.Light.Adapt, d.Exposure, d.Adapt)
	}
}
