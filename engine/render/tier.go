//go:build cgo

package render

import (
	"cmp"
	"errors"

	"skein/engine/render/gpu"
)

// Tier is the quality of pictures. A better tier takes longer.
type Tier int

// Tiers, from the fastest to the best. The package documentation shows what each draws.
const (
	Draft Tier = iota // made for software drivers; shaders write the final colours, and no pass follows
	Good
	Best
)

var defaultSamples = [...]int{Draft: 4, Good: 4, Best: 8}

// Tiers returns the names of the tiers, in order.
func Tiers() []string { return []string{"draft", "good", "best"} }

// String returns the name of a tier.
func (t Tier) String() string { return Tiers()[t] }

func (t Tier) define() string { return [...]string{Draft: "DRAFT", Good: "", Best: "BEST"}[t] }

// SetTier sets the tier of the following frames. If frames are summed or read back as light, Draft becomes
// Good. If OpenGL reports an error, SetTier returns it and keeps the tier.
//
// SetTier waits until all programs are compiled. In a window, use [Renderer.RequestTier] instead.
func (r *Renderer) SetTier(to Tier) error {
	r.request.cancel()
	previous := r.tier
	if r.useTier(to); r.tier == previous {
		return nil
	}
	fresh, err := compileAll(&r.target, r.objects, nil)
	if err != nil {
		r.useTier(previous)
		return err
	}
	return r.switchPrograms(fresh, previous)
}

// switchPrograms replaces the programs by those in fresh, which belong to the tier that useTier has just set.
// If it cannot create the buffers, it returns to the previous tier.
func (r *Renderer) switchPrograms(fresh programs, previous Tier) error {
	size := r.target.size
	if err := r.target.remake(r.objects, size); err != nil {
		fresh.delete()
		r.useTier(previous)
		return errors.Join(err, r.target.remake(r.objects, size))
	}
	r.programs.delete()
	r.programs = fresh
	r.freeUnused(r.tier)
	r.stopwatch.Drop()
	return gpu.Error("changing the tier")
}

func (r *Renderer) freeUnused(t Tier) {
	if t != Draft {
		r.ground.narrow.delete()
	}
	if t != Best {
		r.selfShadows.delete()
	}
	if t == Draft {
		r.plants.delete()
		r.freePosts()
	}
}

// Tier returns the tier of the current frames.
func (r *Renderer) Tier() Tier { return r.tier }

func (r *Renderer) useTier(t Tier) {
	t = r.allowedTier(t)
	r.tier, r.target.tier = t, t
	r.target.samples = r.tierSamples(t)
}

func (r *Renderer) allowedTier(t Tier) Tier {
	if t == Draft && (r.exposing || r.target.output == Linear) {
		return Good
	}
	return t
}

func (r *Renderer) tierSamples(t Tier) int32 {
	return grantedSamples(cmp.Or(r.samples, defaultSamples[t]))
}
