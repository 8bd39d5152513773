package scenario

import (
	"bytes"
	"fmt"

	"skein/flock"
)

// PresetTOML returns a scenario file that contains only the parameters of a flock, without its number of
// boids. It includes the flock's formulas, because they may have parameters of their own.
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

// Preset returns the parameters of the first flock of a scenario, with the number of boids of p. It returns
// an error if the models differ.
func Preset(p flock.Params, from *Scenario) (flock.Params, error) {
	if got, want := from.Params.Model(), p.Model(); got != want {
		return p, fmt.Errorf("%s has the model %s, but this flock has the model %s", from.Name, got.Name(), want.Name())
	}
	for _, spec := range p.Specs() {
		if spec.Key != presetExcluded {
			spec.Reset(&p.Values, &from.Params.Values)
		}
	}
	return p, nil
}
