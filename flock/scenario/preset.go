package scenario

import (
	"bytes"
	"fmt"

	"skein/flock"
)

// PresetTOML returns a scenario file with only a flock's parameters, without its number of boids. It has the
// flock's formulas, because some parameters belong to them.
func PresetTOML(p *flock.Params) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "version = %d\nmodel = %q\n", Version, p.Model().Name())
	var all []field
	for _, f := range paramFields(p) {
		if f.Key != presetExcluded {
			all = append(all, f)
		}
	}
	one := &Scenario{}
	one.Params = *p
	one.write(&b, all, "")
	one.writeRules(&b, "")
	return b.Bytes()
}

const presetExcluded = "count"

// Preset returns the parameters of a scenario's first flock, with p's number of boids. Different models are
// an error.
func Preset(p flock.Params, from *Scenario) (flock.Params, error) {
	if is, want := from.Params.Model(), p.Model(); is != want {
		return p, fmt.Errorf("%s has the model %s, but this flock has the model %s", from.Name, is.Name(), want.Name())
	}
	for _, spec := range p.Specs() {
		if spec.Key != presetExcluded {
			spec.Reset(&p, &from.Params)
		}
	}
	return p, nil
}
