package scenario

import (
	"fmt"
	"slices"
	"strings"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/message"
	"skein/flock/model"
)

// DefaultBase is the base of a file that has neither base nor model. It is not the default scene, because old
// files must keep their meaning.
const DefaultBase = "murmuration"

// NoBase is the base of a file that takes no values from a built-in scene. Values that the file leaves out
// are the defaults of its models.
const NoBase = "none"

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

// base reads the base. A file without a base has the simulation of [DefaultBase] with the default look.
func (d *decoder) base() error {
	e, v, given := d.topKey("base")
	name, _ := v.(string)
	if !given {
		name = DefaultBase
	}
	d.bare = name == NoBase
	if d.bare {
		d.adoptHome(bareHome(model.Hartman()))
		return nil
	}
	if !slices.Contains(Names(), name) {
		if near := message.Nearest(name, Names()); near != "" {
			return d.errorAt(e, "base = %s is not a built-in scene, did you mean %q?", literal(v), near)
		}
		if scenes := scenesOf(name); scenes != "" {
			return d.errorAt(e, "base = %s is a model, not a scene (write model = %s); %s", literal(v), literal(v), scenes)
		}
		return d.errorAt(e, "base = %s is not one of %s, %s", literal(v), NoBase, strings.Join(Names(), ", "))
	}
	base, err := Builtin(name)
	if err != nil {
		return err
	}
	d.s.adopt(base.Def())
	d.defaultLook()
	if given {
		d.s.Look = base.Look
		d.s.Bird = base.Bird
		for k := range d.s.Others {
			d.s.Others[k].Bird = base.Others[k].Bird
		}
	}
	return nil
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
		return d.errorAt(e, "%v", err)
	}
	if m.Name() != d.s.Params.Model().Name() { // the model of the base may have formula rules
		if err := d.adoptHomeOf(m); err != nil {
			return err
		}
		d.s.Params = m.Params()
	}
	return nil
}

func (d *decoder) adoptHomeOf(m *flock.Model) error {
	h := bareHome(m)
	if !d.bare {
		var err error
		if h, err = homeOf(m); err != nil {
			return err
		}
	}
	d.adoptHome(h)
	return nil
}

func (d *decoder) adoptHome(h home) {
	d.s.adopt(h.def)
	d.defaultLook()
	if h.look != nil {
		d.s.Look = *h.look
	}
}

// defaultLook sets the default look, with a camera for the simulation.
func (d *decoder) defaultLook() {
	d.s.Look = look.Default()
	d.s.Camera = cameraOf(d.s.Def())
}
