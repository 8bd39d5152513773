package scenario

import (
	"bytes"
	"fmt"

	"skein/flock"
)

// PresetTOML writes the parameters of a flock but its number of boids, as a scenario that
// says nothing else.
func PresetTOML(p *flock.Params) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "version = %d\nmodel = %q\n", Version, p.Model().Name())
	var all []field
	for _, f := range paramFields(p) {
		if f.key != presetLacks {
			all = append(all, f)
		}
	}
	one := &Scenario{}
	one.Params = *p
	one.write(&b, all, "")
	return b.Bytes()
}

// presetLacks is the key of the parameter that a preset leaves alone: how many there are is
// of the scene.
const presetLacks = "count"

// Preset returns the parameters of a flock with those of a scenario's first flock instead
// of its own, but for the number of boids. It errs where that is of another model.
func Preset(p flock.Params, from *Scenario) (flock.Params, error) {
	if is, want := from.Params.Model(), p.Model(); is != want {
		return p, fmt.Errorf("%s is of the model %s, and this flock of %s", from.Name, is.Name(), want.Name())
	}
	for _, spec := range p.Specs() {
		if spec.Key != presetLacks {
			spec.Reset(&p, &from.Params)
		}
	}
	return p, nil
}
