package scenario

import (
	"reflect"
	"testing"

	"skein/flock/look"
	"skein/flock/model"
)

// A file that sets only a model has the camera, light and drawing of its scene.
func TestModelAloneHasTheLookOfItsScene(t *testing.T) {
	for name, scene := range map[string]string{"parker": "parker", "cornell": "cornell", "cornell-3d": "cornell-3d", "brundage": "brundage", "erneholm": "erneholm", "erneholm-3d": "erneholm-3d", "heppner": "heppner"} {
		s, err := Parse("mine.toml", []byte("version = 1\nmodel = \""+name+"\"\n"))
		if err != nil {
			t.Fatal(err)
		}
		home, err := Builtin(scene)
		if err != nil {
			t.Fatal(err)
		}
		if s.Camera != home.Camera || s.Light != home.Light || s.Show != home.Show || !reflect.DeepEqual(s.Start, home.Start) {
			t.Errorf("%s: the camera, light and view are %+v, %+v and %+v, want those of its scene", name, s.Camera, s.Light, s.Show)
		}
	}
	home, err := Home(model.Hartman())
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse("mine.toml", []byte("version = 1\nmodel = \"hartman\"\n"))
	if err != nil || !reflect.DeepEqual(s.Camera, defaults().Camera) || s.Params != home.Params {
		t.Errorf("the model hartman: error %v, scene %+v; want the default camera and the parameters of murmuration", err, s)
	}
}

// A radius in a file works even if the base's start ignores its radius.
func TestRadiusSwitchesRoomyOff(t *testing.T) {
	for text, roomy := range map[string]bool{
		"version = 1\n":                                        true,
		"version = 1\n[start]\nradius = 14.0\n":                false,
		"version = 1\nstart.radius = 14.0\n":                   false,
		"version = 1\n[start]\nradius = 14.0\nroomy = true\n":  true,
		"version = 1\n[start]\nroomy = false\nradius = 14.0\n": false,
	} {
		s, err := Parse("s.toml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if s.Start.Roomy != roomy {
			t.Errorf("%q: roomy is %v, want %v", text, s.Start.Roomy, roomy)
		}
	}
}

// A file that sets a colour of the sky, as old files do, has the painted sky.
func TestSkyColourSelectsPaintedSky(t *testing.T) {
	for text, want := range map[string]look.Sky{
		"":                                      look.AirSky,
		"sun_elevation = 3.0\nhaze = 0.0":       look.AirSky,
		"ground = [0.1, 0.1, 0.1]":              look.AirSky,
		"zenith = [0.1, 0.2, 0.3]":              look.PaintedSky,
		"glow = [0.1, 0.2, 0.3]\nsky = \"air\"": look.AirSky,
	} {
		s, err := Parse("a.toml", []byte("version = 1\n[light]\n"+text+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if s.Light.Sky != want {
			t.Errorf("%q gives the sky %v, want %v", text, s.Light.Sky, want)
		}
		second, err := Parse("b.toml", s.TOML())
		if err != nil || second.Light != s.Light {
			t.Errorf("%q is written and read back as another light, %+v (error %v)", text, second.Light, err)
		}
	}
}

// A file that moves the sun has the default exposure, unless the file sets the exposure. Saving a scene
// keeps its exposure.
func TestSunPositionResetsExposure(t *testing.T) {
	base, err := Builtin("starlings")
	if err != nil {
		t.Fatal(err)
	}
	own, usual := base.Light.Exposure, look.Default().Light.Exposure
	if own == usual {
		t.Fatal("the exposure of starlings is the default; the test needs another")
	}
	for _, head := range []string{"base = \"starlings\"", "model = \"starlings\""} {
		for text, want := range map[string]float32{
			"": own, "weather = \"fair\"": own, "sun_azimuth = 90.0": own,
			"sun_elevation = 40.0": usual, "hours = 3.0": usual,
			"sun_elevation = 40.0\nexposure = 0.3": 0.3, "exposure = 0.3\nhours = 3.0": 0.3,
		} {
			s, err := Parse("a.toml", []byte("version = 1\n"+head+"\n[light]\n"+text+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			if s.Light.Exposure != want {
				t.Errorf("%s, %q: the exposure is %v, want %v", head, text, s.Light.Exposure, want)
			}
		}
	}
	opened := []byte("version = 1\nbase = \"starlings\"\n[light]\nland = \"coast\"\n")
	s, err := Parse("a.toml", opened)
	if err != nil {
		t.Fatal(err)
	}
	s.Light.SunElevation = 40
	amended, _ := s.Amend("a.toml", opened)
	second, err := Parse("a.toml", amended)
	if err != nil || second.Light != s.Light {
		t.Errorf("after the sun was moved, the saved light is %+v (error %v), want %+v", second.Light, err, s.Light)
	}
}
