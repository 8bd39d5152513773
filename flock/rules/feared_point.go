package rules

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

func fearKeys() []string { return []string{"fear_present", "fear_x", "fear_y", "fear_z"} }

// HasFear reports whether the model of the parameters p has the rule "fear".
func HasFear(p *flock.Params) bool {
	_, ok := p.Spec(fearKeys()[0])
	return ok
}

// WithFearedPoint returns a copy of p with a feared point at the position at, in metres. If present is
// false, or at is outside the range of the parameters, the copy has no feared point. The model of p must
// have the rule "fear".
func WithFearedPoint(p flock.Params, at mgl32.Vec3, present bool) flock.Params {
	out := p
	for i, key := range fearKeys()[1:] {
		spec, _ := p.Spec(key)
		present = present && float64(at[i]) >= spec.Min && float64(at[i]) <= spec.Max
		*spec.Float(&out.Values) = at[i]
	}
	if !present {
		out = p
	}
	spec, _ := p.Spec(fearKeys()[0])
	*spec.Bool(&out.Values) = present
	return out
}

// CopyFearedPoint copies the feared point from source to p.
func CopyFearedPoint(p, source *flock.Params) {
	for _, key := range fearKeys() {
		if spec, ok := p.Spec(key); ok {
			spec.Reset(&p.Values, &source.Values)
		}
	}
}
