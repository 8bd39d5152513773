package flock

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skein/flock/around"
	"skein/flock/internal/columns"
	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/internal/workerpool"
	"skein/flock/sample"
	"skein/flock/vec"
)

// kernelPair is a stage of the tick or a rule, with its kernel.
type kernelPair struct {
	name   string
	plain  lanes.Kernel
	rule   Rule
	kernel func(*lanes.Kernels) lanes.Kernel
	from   *lanes.Kernels // the set that has the kernel
	on     string         // a parameter that the test never sets to 0
	own    Params         // parameters of the rule's model, if it is not the default
}

// kernelSets returns the sets of kernels that this machine has, by name.
func kernelSets() map[string]*lanes.Kernels {
	sets := map[string]*lanes.Kernels{}
	for k, name := range map[kernels]string{avx2: "AVX2", avx512: "AVX-512"} {
		if k.available() {
			end := k.useOnly()
			fast := lanes.Fast()
			sets[name] = &fast
			end()
		}
	}
	return sets
}

func kernelPairs(k *lanes.Kernels) (all []kernelPair) {
	of := func(k lanes.Kernel) func(*lanes.Kernels) lanes.Kernel {
		return func(*lanes.Kernels) lanes.Kernel { return k }
	}
	all = []kernelPair{
		{name: "derive", plain: stages.Derive, kernel: of(k.Derive)},
		{name: "clip", plain: stages.Clip, kernel: of(k.Clip), on: "steer_limit"},
		{name: "turnBack", plain: stages.TurnBack, kernel: of(k.TurnBack)},
		{name: "mark", plain: stages.Mark, kernel: of(k.Mark)},
		{name: "move", plain: stages.Move, kernel: of(k.Move)},
		{name: "fly", plain: stages.Fly, kernel: of(k.Fly)},
		{name: "moveLevel", plain: stages.MoveLevel, kernel: of(k.MoveLevel)},
		{name: "flyLevel", plain: stages.FlyLevel, kernel: of(k.FlyLevel)},
	}
	p := DefaultParams()
	for _, r := range p.Model().freshRules() {
		if f, ok := r.(fast); ok {
			tw := kernelPair{name: r.About().Name, rule: r, kernel: f.Kernel}
			if tw.name == "ground" {
				tw.on = "ground_margin"
			}
			all = append(all, tw)
		}
	}
	for _, m := range Scenes.Models() {
		for _, r := range m.freshRules() {
			known := slices.ContainsFunc(all, func(tw kernelPair) bool { return tw.name == r.About().Name })
			if f, ok := r.(fast); ok && !known {
				all = append(all, kernelPair{name: r.About().Name, rule: r, kernel: f.Kernel, own: m.Params()})
			}
		}
	}
	for i := range all {
		all[i].from = k
	}
	return all
}

// Every kernel computes the bits of its stage or rule, for usual and extreme states.
func TestKernels(t *testing.T) {
	sets := kernelSets()
	if len(sets) == 0 {
		t.Skip("this machine or build has no kernels")
	}
	var all []kernelPair
	for _, name := range slices.Sorted(maps.Keys(sets)) { // in order, so that a sample can be repeated
		k := sets[name]
		for _, tw := range kernelPairs(k) {
			tw.name += " " + name
			all = append(all, tw)
		}
	}
	for _, tw := range sample.UnderRace(t, 8, all) {
		t.Run(tw.name, func(t *testing.T) {
			if tw.kernel(tw.from) == nil {
				t.Skip("this build has no such kernel")
			}
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			changed := false
			for _, n := range sample.Some(t, short(16, 30), rounds(lanes.Size+1)) {
				changed = tw.check(t, r, int(n)) || changed
			}
			for range short(50, 80) {
				changed = tw.check(t, r, 1+r.IntN(40)) || changed
			}
			if !changed {
				t.Error("no boid was changed, so nothing was compared")
			}
		})
	}
}

// present passes the parameters and the present tick to the pair's rule, and returns the kernel.
func (tw *kernelPair) present(p *Params, to *present) lanes.Kernel {
	if tw.rule != nil {
		if tw.own.Model() != nil {
			p = &tw.own
		}
		p.model.list.Load(tw.rule, &p.Values)
		if t, ok := tw.rule.(ticker); ok {
			t.Tick(&to.Tick)
		}
		if m, ok := tw.rule.(beforeTicker); ok {
			all := &AllBoids{f: loneFlock(vec.Vec{X: 1 - 2*float32(to.Seed%2)})}
			if s, ok := tw.rule.(sharer); ok {
				s.BeforeTickShare(all, 0, all.Len())
			}
			m.BeforeTick(&to.Tick, all)
		}
		tw.rule.(fast).Terms(&to.terms)
	}
	return tw.kernel(tw.from)
}

// loneFlock returns a flock without a World: nine boids along a line of 40 m, with equal velocities.
func loneFlock(vel vec.Vec) *flock {
	const boids = 9
	f := &flock{}
	f.Start(workerpool.New(1, nil))
	f.N = boids
	f.Boids.Pos.Resize(boids)
	f.Boids.Vel.Resize(boids)
	for k := range boids {
		f.Boids.Pos.Set(k, vec.Vec{X: float32(5*k) - 20, Y: float32(k), Z: 1})
		f.Boids.Vel.Set(k, vel)
	}
	f.Pool.Workers = 1
	f.SumPart(0)
	return f
}

func (tw *kernelPair) slow(to *present, b *block) {
	if tw.rule == nil {
		tw.plain(b, &to.terms)
		return
	}
	formulas{newFormula(tw.rule, []stateArray{{array: 0}, {array: 1}, {array: 2}})}.steer(&scratch{}, b)
}

// check compares the kernel with the plain code, and reports whether they changed anything.
func (tw *kernelPair) check(t *testing.T, r *rand.Rand, n int) (changed bool) {
	t.Helper()
	p, s, to := anySettings(r, tw.on)
	if tw.own.Model() != nil {
		tw.own = ownParams(r, tw.own)
	}
	kernel := tw.present(&p, &to)
	if kernel == nil {
		return false // the rule has no kernel for these parameters
	}
	before := anyBlock(r, n, &p, &s)
	want, got := copyOf(before), copyOf(before)
	tw.slow(&to, want)
	got.State = lanes.Vec{X: got.Own[0], Y: got.Own[1], Z: got.Own[2]}
	kernel(got, &to.terms)
	got.State = lanes.Vec{}
	got.Seen.Field = before.Seen.Field // an intermediate value that the plain rule does not store
	old, all := arrays(before), arrays(want)
	for k, a := range arrays(got) {
		for i, g := range a.bits {
			changed = changed || i < n && g != old[k].bits[i]
			if w := all[k].bits[i]; i < n && g != w {
				t.Fatalf("of %d, boid %d: %s is %#x, want %#x (as floats, %g and %g)\nfrom %s\n%+v\n%+v", n, i, a.name, g, w,
					math.Float32frombits(g), math.Float32frombits(w), describe(before, i), s, to)
			}
			if i >= (n+lanes.Pad-1)/lanes.Pad*lanes.Pad && g != old[k].bits[i] {
				t.Fatalf("with %d boids, the kernel wrote %s of boid %d", n, a.name, i)
			}
		}
	}
	if !slices.Equal(got.Marked, want.Marked) {
		t.Fatalf("with %d boids, the marks are %x, want %x", n, got.Marked, want.Marked)
	}
	return changed || !slices.Equal(got.Marked, before.Marked)
}

// visit calls f for each array of 32-bit numbers in a block, extended to its capacity.
func visit(b *block, f func(name string, array any)) {
	var in func(name string, v reflect.Value)
	in = func(name string, v reflect.Value) {
		switch {
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				in(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Slice:
			for i := range v.Len() {
				in(fmt.Sprint(name, i), v.Index(i))
			}
		case v.Kind() == reflect.Slice && v.Type().Elem().Size() == 4:
			f(name, v.Slice(0, v.Cap()).Interface())
		}
	}
	in("", reflect.ValueOf(b).Elem())
}

type array struct {
	name string
	bits []uint32
}

func arrays(b *block) (all []array) {
	visit(b, func(name string, a any) {
		switch a := a.(type) {
		case []float32:
			all = append(all, array{name, mapSlice(a, math.Float32bits)})
		case []int32:
			all = append(all, array{name, mapSlice(a, func(x int32) uint32 { return uint32(x) })})
		case []uint32:
			all = append(all, array{name, slices.Clone(a)})
		}
	})
	return all
}

func mapSlice[T any](a []T, f func(T) uint32) []uint32 {
	to := make([]uint32, len(a))
	for i, x := range a {
		to[i] = f(x)
	}
	return to
}

func describe(b *block, i int) string {
	var all strings.Builder
	visit(b, func(name string, a any) {
		if v := reflect.ValueOf(a); i < v.Len() {
			fmt.Fprintf(&all, "%s %v ", name, v.Index(i))
		}
	})
	return all.String()
}

func copyOf(b *block) *block {
	c := columns.New(columns.Own{Name: "gust", Vector: true}).NewBlock(b.N)
	var from []any
	visit(b, func(_ string, a any) { from = append(from, a) })
	visit(&c, func(_ string, a any) {
		reflect.Copy(reflect.ValueOf(a), reflect.ValueOf(from[0]))
		from = from[1:]
	})
	copy(c.Marked, b.Marked)
	return &c
}

func ownParams(r *rand.Rand, p Params) Params {
	for _, spec := range p.Specs() {
		if spec.Float != nil && r.IntN(4) > 0 {
			*spec.Float(&p.Values) = oneOf(r, float32(spec.Min), float32(spec.Max), float32(spec.Min+(spec.Max-spec.Min)*r.Float64()))
		}
	}
	return p
}

// anySettings draws most parameters from their ranges, including the ends. The parameter with the given key
// is not 0.
func anySettings(r *rand.Rand, key string) (Params, settings, present) {
	p := DefaultParams()
	for _, spec := range Specs() {
		if spec.Float != nil && r.IntN(4) > 0 {
			inside := float32(spec.Min + (spec.Max-spec.Min)*r.Float64())
			*spec.Float(&p.Values) = oneOf(r, float32(spec.Min), float32(spec.Max), inside, oneOf(r, extremes(&spec)...))
		}
	}
	put(&p, "separation_form", r.IntN(2), "alignment_form", r.IntN(2), "roost_agree", r.IntN(2) == 0)
	put(&p, "min_speed", min(p.Float("min_speed"), p.Float("max_speed")))
	if key != "" && p.Float(key) == 0 {
		put(&p, key, 0.25)
	}
	s := newSettings(&p, r.Uint64(), oneOf(r, 30, 60, 120, 960))
	s.edge2 = oneOf[float32](r, 0, 1, 12, maxDistance2)
	to := present{Tick: Tick{Seed: s.seed, Age: r.Int64N(1 << 40), TickRate: int(s.rate)}}
	to.terms = s.terms(r.IntN(4) > 0)
	return p, s, to
}

func oneOf[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// anyBlock draws n boids and their perception. The memory after them has arbitrary content.
func anyBlock(r *rand.Rand, n int, p *Params, s *settings) *block {
	b := columns.New(columns.Own{Name: "gust", Vector: true}).NewBlock(n)
	visit(&b, func(_ string, a any) {
		for i := range reflect.ValueOf(a).Len() {
			switch a := a.(type) {
			case []float32:
				a[i] = math.Float32frombits(r.Uint32())
			case []int32:
				a[i] = int32(r.Uint32())
			case []uint32:
				a[i] = r.Uint32()
			}
		}
	})
	for i := range n {
		anyBoid(r, &b, i, p, s)
		anySight(r, &b, i)
		if i > 0 && r.IntN(6) == 0 {
			columns.New(columns.Own{Name: "gust", Vector: true}).Copy(&b.Boids, i, i-1)
		}
	}
	return &b
}

func anyBoid(r *rand.Rand, b *block, i int, p *Params, s *settings) {
	vel := anyVel(r, s)
	b.Pos.Set(i, anyPos(r, p, s))
	b.Vel.Set(i, vel)
	b.NextVel.Set(i, oneOf(r, vel, anyVel(r, s), anyVel(r, s)))
	b.Next.Set(i, anyPos(r, p, s))
	gust := anyVec(r, 3)
	b.Own[0][i], b.Own[1][i], b.Own[2][i] = gust.X, gust.Y, gust.Z
	b.Up.Set(i, oneOf(r, anyVec(r, 1).Unit(), vec.Vec{X: 0, Y: 1, Z: 0}, vel.Unit(), vel.Unit().Neg(), vec.Vec{}))
	b.Pull.Set(i, oneOf(r, anyVec(r, 1), anyVec(r, stages.LeastPull), anyVec(r, 2*stages.LeastPull), anyVec(r, 10), anyVec(r, 9000), vec.Vec{}, vec.Vec{X: 0, Y: -stages.Gravity, Z: 0}, vel, anyEffort(r, vel, s), anyEffort(r, vel, s)))
	b.Phase[i] = oneOf(r, r.Float32(), 0, math.Nextafter32(1, 0))
	b.Pace[i] = oneOf(r, r.Float32()+0.5, 1)
	b.Left[i] = r.Float32() * 50
	b.Age[i] = oneOf(r, -1, -1, 0, int32(r.Uint32()))
	b.Wing[i] = oneOf(r, r.Uint32()&7, r.Uint32())
	b.ID[i] = oneOf(r, r.Int32(), int32(i), 0)
}

// anyEffort returns an acceleration close to the limits that end a glide.
func anyEffort(r *rand.Rand, vel vec.Vec, s *settings) vec.Vec {
	size := oneOf[float32](r, stages.PushEffort, 2*stages.PushEffort, stages.TurnEffort, 1.5*stages.TurnEffort) * (0.999 + 0.002*r.Float32())
	along := vel.Unit()
	return oneOf(r, along, vec.Perpendicular(along)).Scale(size / max(0.01, 1-s.smoothing))
}

func anySight(r *rand.Rand, b *block, i int) {
	b.Visible[i] = float32(oneOf(r, 0, 1, r.IntN(50), r.IntN(1<<20)))
	b.Weight[i] = oneOf(r, 0, 1, b.Visible[i], float32(r.IntN(1000))+r.Float32())
	b.Edge.Set(i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	b.Centre.Set(i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	b.Course.Set(i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	b.Away.Set(i, anyVec(r, oneOf[float32](r, 0.01, 2, 1<<15)))
	vel := b.Vel.At(i)
	b.Speed[i] = vel.Length()
	b.Heading.Set(i, vel.Unit())
	b.Steer.Set(i, anyVec(r, oneOf[float32](r, 0.3, 2, 1<<15)))
}

// anyVec returns a vector with components up to size, of either sign, some of them zero.
func anyVec(r *rand.Rand, size float32) vec.Vec {
	one := func() float32 {
		minus0 := float32(math.Copysign(0, -1))
		return oneOf(r, 0, minus0, size, size*(2*r.Float32()-1), size*(2*r.Float32()-1), size*(2*r.Float32()-1))
	}
	return vec.Vec{X: one(), Y: one(), Z: one()}
}

// anyPos returns a place in the world, often at the limit of a rule.
func anyPos(r *rand.Rand, p *Params, s *settings) vec.Vec {
	roost := p.Float("roost_radius")
	one := func() float32 {
		x := oneOf(r, 0, stages.Edge, around.Wall, s.floor, s.GroundMargin, roost, roost/2, 1000*r.Float32(), 30*r.Float32())
		x += vec.Quantum * oneOf[float32](r, -1, 0, 0, 1)
		return min(around.Wall, max(-around.Wall, vec.Quantize(x*oneOf[float32](r, -1, 1))))
	}
	return vec.Vec{X: one(), Y: one(), Z: one()}
}

// anyVel returns a velocity, often at a limit, vertical or zero.
func anyVel(r *rand.Rand, s *settings) vec.Vec {
	one := func() float32 {
		v := oneOf(r, 0, 0, vec.Quantum, s.MinSpeed, s.MaxSpeed, s.fastest, s.GlideSink*(0.49+0.02*r.Float32()), 20*r.Float32(), 150*r.Float32())
		return vec.Quantize(v * oneOf[float32](r, -1, 1))
	}
	v := vec.Vec{X: one(), Y: one(), Z: one()}
	return oneOf(r, v, v, v, vec.Vec{}, vec.Vec{X: 0, Y: v.Y, Z: 0}, vec.Vec{X: v.X, Y: 0, Z: 0})
}

// BenchmarkRules times each rule, and all rules of a tick together, on boids in usual states.
func BenchmarkRules(b *testing.B) {
	p := DefaultParams()
	s := newSettings(&p, 4, 60)
	s.edge2 = 2
	to := present{Tick: Tick{Seed: 4, Age: 1000, TickRate: 60}}
	to.terms = s.terms(true)
	boids := usualBlock(&p, &s)
	var slow, fast []func(*block)
	k := lanes.Fast()
	for _, tw := range kernelPairs(&k) {
		kernel := tw.present(&p, &to)
		slow = append(slow, func(b *block) { tw.slow(&to, b) })
		timeRule(b, tw.name+"/plain", slow[len(slow)-1], boids)
		if kernel == nil {
			fast = append(fast, slow[len(slow)-1])
			continue
		}
		fast = append(fast, func(b *block) {
			b.State = lanes.Vec{X: b.Own[0], Y: b.Own[1], Z: b.Own[2]}
			kernel(b, &to.terms)
		})
		timeRule(b, tw.name+"/fast", fast[len(fast)-1], boids)
	}
	timeRule(b, "all/plain", inTurn(boids, slow), copyOf(boids))
	timeRule(b, "all/fast", inTurn(boids, fast), copyOf(boids))
}

func timeRule(b *testing.B, name string, f func(*block), boids *block) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			f(boids)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*boids.N), "ns/boid")
	})
}

// inTurn returns a function that runs all rules on a block, with the perception in seen.
func inTurn(seen *block, rules []func(*block)) func(*block) {
	return func(b *block) {
		for _, v := range [][2]*lanes.Vec{{&b.Edge, &seen.Edge}, {&b.Centre, &seen.Centre}, {&b.Course, &seen.Course}} {
			copy(v[0].X, v[1].X)
			copy(v[0].Y, v[1].Y)
			copy(v[0].Z, v[1].Z)
		}
		clear(b.Steer.X)
		clear(b.Steer.Y)
		clear(b.Steer.Z)
		for _, r := range rules {
			r(b)
		}
	}
}

func usualBlock(p *Params, s *settings) *block {
	r := rand.New(rand.NewPCG(1, 2))
	b := anyBlock(r, lanes.Size, p, s)
	some := func() vec.Vec { return vec.Vec{X: r.Float32() - 0.5, Y: r.Float32() - 0.5, Z: r.Float32() - 0.5} }
	for i := range b.N {
		vel := vec.Vec{X: 9, Y: 0, Z: 2}.Add(some()).Quantized()
		b.Pos.Set(i, vec.Vec{X: 3, Y: 10, Z: 5}.Add(some().Scale(20)).Quantized())
		b.Vel.Set(i, vel)
		b.NextVel.Set(i, vel.Add(some().Scale(0.3)).Quantized())
		b.Up.Set(i, vec.Vec{X: 0, Y: 1, Z: 0})
		b.Pull.Set(i, some().Scale(5))
		gust := some()
		b.Own[0][i], b.Own[1][i], b.Own[2][i] = gust.X, gust.Y, gust.Z
		b.Visible[i], b.Weight[i], b.Age[i], b.Wing[i] = 20, 20, columns.NotLeading, 0
	}
	return b
}
