//go:build cgo

package render

import (
	"cmp"
	"errors"
)

// Tier is how good pictures are, and so how dear.
type Tier int

// The tiers, see the table in the package's documentation.
const (
	Draft Tier = iota // for software drivers: light is developed where it is drawn, and no pass comes after
	Good
	Best
)

// samplesOf is how many samples a pixel has of what has edges, where nothing else is asked
// for.
var samplesOf = [...]int{Draft: 4, Good: 4, Best: 8}

// Tiers returns their names, in order.
func Tiers() []string { return []string{"draft", "good", "best"} }

func (t Tier) String() string { return Tiers()[t] }

// define returns the macro that shaders have in a tier; "" in Good.
func (t Tier) define() string { return [...]string{Draft: "DRAFT", Good: "", Best: "BEST"}[t] }

// SetTier has the frames that follow drawn in a tier. What is added up, or read back as
// light, is no draft: Good then. Where OpenGL refuses, frames go on as they were.
//
// It waits until all programs are compiled; a window calls [Renderer.RequestTier] instead.
func (r *Renderer) SetTier(to Tier) error {
	r.upcoming.drop()
	was := r.tier
	if r.take(to); r.tier == was {
		return nil
	}
	fresh, err := compileAll(&r.target, r.objects)
	if err != nil {
		r.take(was)
		return err
	}
	return r.adopt(fresh, was)
}

// adopt has the frames that follow drawn with fresh programs, those of the tier just taken.
// If the target cannot be had, the tier stays as it was.
func (r *Renderer) adopt(fresh programs, was Tier) error {
	size := r.target.size
	if err := r.target.renew(r.objects, size); err != nil {
		fresh.delete()
		r.take(was)
		return errors.Join(err, r.target.renew(r.objects, size))
	}
	r.programs.delete()
	r.programs = fresh
	r.forget(r.tier)
	r.stopwatch.drop()
	return failed("changing the tier")
}

// forget frees what a tier does not draw with; those that do make it again.
func (r *Renderer) forget(t Tier) {
	if t != Draft {
		r.ground.narrow.delete()
	}
	if t != Best {
		r.selves.delete()
	}
	if t == Draft {
		r.plants.delete()
		r.bloom.delete()
	}
}

// Tier is that of the frames.
func (r *Renderer) Tier() Tier { return r.tier }

// take notes a tier and what it means for what is drawn on.
func (r *Renderer) take(t Tier) {
	t = r.allowed(t)
	r.tier, r.target.tier = t, t
	r.target.samples = r.samplesIn(t)
}

// allowed returns the tier that is drawn if one is asked for.
func (r *Renderer) allowed(t Tier) Tier {
	if t == Draft && (r.exposing || r.target.output == Linear) {
		return Good
	}
	return t
}

// samplesIn returns the number of samples a pixel of the layer in a tier, 0 for none.
func (r *Renderer) samplesIn(t Tier) int32 { return grantedSamples(cmp.Or(r.samples, samplesOf[t])) }
