package scenario

import (
	"fmt"
	"strings"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/message"
	"skein/flock/model"
)

func (d *decoder) version() error {
	e, v, ok := d.topKey("version")
	if !ok {
		return fmt.Errorf("%s: version is missing: add version = %d", d.file, Version)
	}
	if v != int64(Version) {
		return d.errorAt(e, "version = %s: must be %d", literal(v), Version)
	}
	return nil
}

func (d *decoder) base() error {
	e, v, ok := d.topKey("base")
	if !ok {
		return nil
	}
	name, _ := v.(string)
	def, ok := baseDef(name)
	if !ok {
		if near := message.Nearest(name, Names()); near != "" {
			return d.errorAt(e, "base = %s is not a built-in scene, did you mean %q?", literal(v), near)
		}
		return d.errorAt(e, "base = %s is not one of %s", literal(v), strings.Join(Names(), ", "))
	}
	d.s.adopt(def)
	d.adoptLook(def, name)
	d.adoptBirds(name)
	return nil
}

func baseDef(name string) (def flock.Def, ok bool) {
	if def, ok = model.Scene(name); ok {
		return def, true
	}
	s, err := Builtin(name)
	if err != nil {
		return flock.Def{}, false
	}
	return s.Def(), true
}

func (d *decoder) adoptBirds(name string) {
	if d.builtIn {
		return
	}
	if home, err := Builtin(name); err == nil {
		d.s.Bird = home.Bird
		for k := range d.s.Others {
			d.s.Others[k].Bird = home.Others[k].Bird
		}
	}
}

// adoptLook copies camera, light and show from a built-in scene. If the scene does not exist, or the file
// itself is built in, it sets the default look with the camera of def.
func (d *decoder) adoptLook(def flock.Def, name string) {
	d.s.Look = look.Default()
	d.s.Camera = cameraOf(def)
	if d.builtIn {
		return
	}
	if home, err := Builtin(name); err == nil {
		d.s.Camera, d.s.Light, d.s.Show = home.Camera, home.Light, home.Show
	}
}

// homeScene returns the name of the first scene with a flock of the model. It returns "" for the default
// model, which has the default look.
func homeScene(m *flock.Model) string {
	if m == model.Hartman() {
		return ""
	}
	for _, name := range model.Scenes() {
		if scene, _ := model.Scene(name); scene.Params.Model() == m {
			return name
		}
	}
	return ""
}

// model reads the model. If it differs from that of the base, the start, camera, light and drawing are taken
// from the model's own scene, and the parameters get the model's defaults.
func (d *decoder) model() error {
	e, v, ok := d.topKey("model")
	if !ok {
		return nil
	}
	name, isText := v.(string)
	if !isText {
		return d.errorAt(e, "model %s", mustBe(v, "text in quotes"))
	}
	m, err := model.Named(name)
	if err != nil {
		return d.errorAt(e, "%s", err)
	}
	if m.Name() != d.s.Params.Model().Name() { // the model of the base may have formula rules
		home := model.Home(m)
		home.Params = m.Params()
		d.s.adopt(home)
		d.adoptLook(home, homeScene(home.Params.Model()))
	}
	return nil
}
