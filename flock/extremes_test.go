package flock

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sys/cpu"

	"skein/flock/cloud"
	"skein/flock/sample"
	"skein/flock/vec"
	"skein/flock/view"
)

// extremes returns the ends of a parameter's range, their neighbours, and lengths whose squares or inverses
// are too small or too large for float32.
func extremes(s *Spec) (all []float32) {
	low, high := float32(s.Min), float32(s.Max)
	for _, x := range []float32{
		low, math.Nextafter32(low, high), math.Nextafter32(high, low), high,
		float32(math.Copysign(0, -1)), 1e-44, 1e-38, 1e-30, 1e-24, 1e-19, 1e-9, vec.Quantum / 2, math.Nextafter32(vec.Quantum, 0), 1 / vec.Quantum,
	} {
		if x >= low && x <= high {
			all = append(all, x)
		}
	}
	return all
}

// backgrounds returns named changes of parameters, to make before others get extreme values.
func backgrounds() map[string]func(*Params) {
	return map[string]func(*Params){
		"at the ground": func(p *Params) { put(p, "roost_height", 0) },
		"many leaders": func(p *Params) {
			put(p, "leadership", 0.8, "lonely_count", 4, "protected_range", 1, "dodge_seconds", 2, "dodge_range", 2)
		},
		"plain sum, slow boids": func(p *Params) {
			put(p, "falloff", Sum, "separation_radius", 0, "separation", 0.01, "cruise_speed", 0, "cruise_rate", 0.5)
		},
		"the nearest in a cone": func(p *Params) {
			put(p, "neighbourhood", view.RadiusAndNearest, "nearest", 3, "field_of_view", 250, "falloff", InverseSquare)
		},
		"all in sight, and the nearest outside": func(p *Params) {
			put(p, "neighbourhood", view.RadiusPlusNearest, "vision", 1, "nearest", 2, "lonely_count", 4)
		},
		"box":    func(p *Params) { put(p, "bounds", SoftBox, "bounds_size", 12, "roost_pull", 0, "falloff", Inverse) },
		"sphere": func(p *Params) { put(p, "bounds", SoftSphere, "bounds_size", 12, "bounds_margin", 3, "roost_pull", 0) },
		"wrap": func(p *Params) {
			put(p, "bounds", Wrap, "bounds_size", 30, "lonely_range", 10, "leadership", 0.8)
		},
	}
}

// worldVariants are Worlds of one Def that differ only in index and kernels, which must not change results.
type worldVariants []worldVariant

type worldVariant struct {
	index   Index
	kernels kernels
	*World
}

type kernels int

const (
	neither kernels = iota
	avx2
	avx512
)

// available reports whether this machine has the kernels. Otherwise, useOnly would select others.
func (k kernels) available() bool {
	x := &cpu.X86
	return k == neither || runtime.GOARCH == "amd64" && x.HasAVX2 && (k == avx2 || x.HasAVX512VNNI)
}

// useOnly disables all other kernels, as far as possible, until end is called. Parallel tests must not call
// it.
func (k kernels) useOnly() (end func()) {
	x := &cpu.X86
	hasAVX2, hasVNNI := x.HasAVX2, x.HasAVX512VNNI
	x.HasAVX2, x.HasAVX512VNNI = hasAVX2 && k >= avx2, hasVNNI && k >= avx512
	return func() { x.HasAVX2, x.HasAVX512VNNI = hasAVX2, hasVNNI }
}

func (all worldVariants) run(do func(k int)) {
	for k := range all {
		end := all[k].kernels.useOnly()
		do(k)
		end()
	}
}

// sameWorlds returns a World with brute force and no kernels, and a sample of other variants.
func sameWorlds(t *testing.T, d Def) (all worldVariants) {
	t.Helper()
	for _, index := range []Index{Brute, Matrix, Grid} {
		for k := neither; k <= avx512; k++ {
			if k == avx512 && index != Grid || !k.available() {
				continue // this machine does not have these kernels, or only the grid uses them
			}
			all = append(all, worldVariant{index, k, nil})
		}
	}
	all = append(all[:1], sample.Some(t, 2, all[1:])...)
	all.run(func(k int) {
		d.Index, d.Workers = all[k].index, 1
		all[k].World = world(t, d)
	})
	return all
}

// fly sets parameters and steps all Worlds. It fails if a number is not finite, a boid is too fast, or two
// states differ.
func (all worldVariants) fly(t *testing.T, p Params, ticks int, what string) {
	t.Helper()
	all.run(func(k int) {
		all[k].flocks[0].gauss = all[0].flocks[0].gauss
		if err := all[k].SetParams(p); err != nil {
			t.Fatal(err)
		}
		for range ticks {
			all[k].Step()
			checkSpeeds(t, all[k].World, what)
		}
		checkFinite(t, all[k].World)
		if got, want := all[k].Hash(), all[0].Hash(); got != want {
			t.Fatalf("%s: the index %v with kernels %d differs from the index %v with kernels %d", what, all[k].index, all[k].kernels, all[0].index, all[0].kernels)
		}
	})
}

// checkSpeeds fails if a boid of the first flock is faster than its own top speed.
func checkSpeeds(t *testing.T, w *World, what string) {
	t.Helper()
	const rounding = 2 * vec.Quantum // rounding error of a velocity's components and of its length
	f := w.flocks[0]
	for i := range f.N {
		fastest, ok := w.OwnValue("max_speed", int(f.Boids.ID[i]))
		if !ok {
			t.Fatalf("%s: boid %d has no max_speed", what, i)
		}
		if f.Boids.Age[i] >= 0 {
			fastest *= f.params.Float("escape_speed")
		}
		if v := f.Vel(i).Length(); !(v <= fastest+rounding) {
			t.Fatalf("%s: boid %d flies at %v m/s, want at most %v", what, i, v, fastest)
		}
	}
}

// effects records for each parameter whether some value changed the flight, except for the wingspan and
// parameters about other species.
type effects map[string]bool

// wants reports whether the effect of s is of interest, that is, s is active and its effect is not yet known.
func (all effects) wants(s *Spec, p *Params) bool {
	if all[s.Key] || p.IsIdle(s) || slices.Contains([]string{"chase", "flee", "follow", "give_way", "predator_turn", "wingspan"}, s.Key) {
		return false
	}
	all[s.Key] = false
	return true
}

// hashAfter returns the hash of a copy of w after some ticks with other parameters. In this time, boids
// decide whether to lead.
func hashAfter(t *testing.T, w *World, p Params) uint64 {
	t.Helper()
	c := w.copy()
	if err := c.SetParams(p); err != nil {
		t.Fatal(err)
	}
	for range 12 {
		c.Step()
	}
	return c.Hash()
}

// afterAllValues returns a copy of a World that was simulated with each of the given values for a while. So
// its boids are in many states. It does not depend on the sample.
func afterAllValues(t *testing.T, w *World, base Params, values []extremeValue) *World {
	t.Helper()
	c, specs := w.copy(), Specs()
	for _, v := range values {
		p := base
		*specs[v.spec].Float(&p.Values) = v.value
		if err := c.SetParams(p); err != nil {
			t.Fatal(err)
		}
		c.Step()
		c.Step()
	}
	return c
}

// extremeValue is an extreme value of a parameter, by its place in Specs.
type extremeValue struct {
	spec  int
	value float32
}

// extremeValues returns the extremes of all parameters that are valid beside other values. A world that wraps
// around has smaller ranges.
func extremeValues(base Params) (all []extremeValue) {
	for k, s := range Specs() {
		if s.Float == nil {
			continue
		}
		for _, x := range extremes(&s) {
			p := base
			if *s.Float(&p.Values) = x; p.Validate() == nil {
				all = append(all, extremeValue{k, x})
			}
		}
	}
	return all
}

// With any valid value of any parameter, numbers stay finite, and the flight is the same for every index and
// kernel, for a sample of the values. Each parameter has an effect.
func TestExtremesOfEachParameter(t *testing.T) {
	counts := effects{}
	for name, change := range backgrounds() {
		t.Run(name, func(t *testing.T) {
			base := background(change)
			all := sameWorlds(t, Def{Seed: 7, TickRate: 30, Flock: Flock{Start: cloud.Start{Radius: 3, Speed: 6, Disorder: 0.5}, Params: base}})
			values := extremeValues(base)
			start := afterAllValues(t, all[0].World, base, values)
			chosen := map[extremeValue]bool{}
			for _, v := range sample.Some(t, len(values)/3, values) {
				chosen[v] = true
			}
			specs := Specs()
			for _, v := range values {
				s, p := &specs[v.spec], base
				*s.Float(&p.Values) = v.value
				if counts.wants(s, &base) {
					counts[s.Key] = hashAfter(t, start, base) != hashAfter(t, start, p)
				}
				if chosen[v] {
					all.fly(t, p, 2, fmt.Sprintf("%s = %g", s.Key, v.value))
				}
			}
			if len(values) < 300 {
				t.Errorf("there are only %d values, want at least 300", len(values))
			}
		})
	}
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		if !counts[key] {
			t.Errorf("%s changes nothing at any of its extremes", key)
		}
	}
}

// With extremes of many parameters at once, numbers stay finite, and the flight is the same for every index
// and kernel.
func TestExtremesOfManyParameters(t *testing.T) {
	for name, change := range backgrounds() {
		t.Run(name, func(t *testing.T) {
			base := background(change)
			all := sameWorlds(t, Def{Seed: 7, TickRate: 30, Flock: Flock{Start: cloud.Start{Radius: 3, Speed: 6, Disorder: 0.5}, Params: base}})
			for _, round := range sample.Some(t, short(25, 130), rounds(400)) {
				p := validExtremes(rand.New(rand.NewPCG(11, round)), base)
				all.fly(t, p, 3, fmt.Sprintf("round %d: %+v", round, p))
			}
		})
	}
}

func background(change func(*Params)) Params {
	p := DefaultParams()
	put(&p, "count", 12, "ground_margin", 0, "leadership", 0, "lonely_count", 0)
	change(&p)
	return p
}

func rounds(n int) (all []uint64) {
	for k := range n {
		all = append(all, uint64(k))
	}
	return all
}

func validExtremes(r *rand.Rand, base Params) Params {
	for {
		if p := manyExtremes(r, base); p.Validate() == nil {
			return p
		}
	}
}

func manyExtremes(r *rand.Rand, p Params) Params {
	for _, s := range Specs() {
		if r.IntN(3) > 0 || s.Key == "count" {
			continue
		}
		switch {
		case s.Float != nil:
			*s.Float(&p.Values) = oneOf(r, extremes(&s)...)
		case s.Int != nil:
			*s.Int(&p.Values) = int(oneOf(r, s.Min, s.Max))
		case s.Bool != nil:
			*s.Bool(&p.Values) = r.IntN(2) == 0
		case s.Choice != nil:
			_, set := s.Choice(&p.Values)
			set(r.IntN(len(s.Options)))
		}
	}
	return p
}
