package flock

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skein/flock/internal/lanes"
)

// twin is a rule and the kernel that does the same.
type twin struct {
	name   string
	plain  rule
	kernel lanes.Kernel
	on     func(*Params) *float32 // what the rule never meets at zero
}

func twins() []twin {
	k, plain := lanes.Fast(), newStages(&lanes.Kernels{})
	return []twin{
		{"derive", plain.derive, k.Derive, nil},
		{"separate", separate, k.Separate, nil},
		{"cohere", cohere, k.Cohere, nil},
		{"match", match, k.Match, nil},
		{"alignPrinted", alignPrinted, k.AlignPrinted, nil},
		{"clip", clip, k.Clip, func(p *Params) *float32 { return p.At("steer_limit") }},
		{"cruise", cruise, k.Cruise, nil},
		{"gust", gust, k.Gust, nil},
		{"roost", roost, k.Roost, nil},
		{"meander", meander, k.Meander, nil},
		{"keepHeight", keepHeight, k.KeepHeight, nil},
		{"pullUp", pullUp, k.PullUp, func(p *Params) *float32 { return p.At("ground_margin") }},
		{"turnBack", turnBack, k.TurnBack, nil},
		{"mark", plain.mark, k.Mark, nil},
		{"move", plain.move, k.Move, nil},
		{"fly", plain.fly, k.Fly, nil},
	}
}

// Every kernel against its rule, bit for bit, on states usual and extreme.
func TestKernels(t *testing.T) {
	step, runs := 1, 500
	if testing.Short() {
		step, runs = 17, 50
	}
	for _, tw := range twins() {
		t.Run(tw.name, func(t *testing.T) {
			if tw.kernel == nil {
				t.Skip("this machine, or build, has none")
			}
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			for n := 0; n <= lanes.Size; n += step {
				tw.check(t, r, n)
			}
			for range runs {
				tw.check(t, r, 1+r.IntN(40))
			}
		})
	}
}

func (tw *twin) check(t *testing.T, r *rand.Rand, n int) {
	t.Helper()
	s, to := anySettings(r, tw.on)
	before := anyBlock(r, n, &s)
	want, got := copyOf(before), copyOf(before)
	tw.plain(&s, &to, want)
	tw.kernel(got, &to.terms)
	old, all := arrays(before), arrays(want)
	for k, a := range arrays(got) {
		for i, g := range a.bits {
			if w := all[k].bits[i]; i < n && g != w {
				t.Fatalf("of %d, boid %d: %s is %#x, want %#x (as floats, %g and %g)\nfrom %s\n%+v\n%+v", n, i, a.name, g, w,
					math.Float32frombits(g), math.Float32frombits(w), describe(before, i), s, to)
			}
			if i >= (n+lanes.Pad-1)/lanes.Pad*lanes.Pad && g != old[k].bits[i] {
				t.Fatalf("of %d: wrote %s of %d", n, a.name, i)
			}
		}
	}
	if !slices.Equal(got.Marked, want.Marked) {
		t.Fatalf("of %d: marked %x, want %x", n, got.Marked, want.Marked)
	}
}

// visit calls f with each array of 32 bits in a block, with all of its room.
func visit(b *block, f func(name string, array any)) {
	var in func(name string, v reflect.Value)
	in = func(name string, v reflect.Value) {
		switch {
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				in(name+"."+v.Type().Field(i).Name, v.Field(i))
			}
		case v.Kind() == reflect.Slice && v.Type().Elem().Size() == 4:
			f(name, v.Slice(0, v.Cap()).Interface())
		}
	}
	in("", reflect.ValueOf(b).Elem())
}

// array is one of a block's, as bits.
type array struct {
	name string
	bits []uint32
}

// arrays copies all of a block's.
func arrays(b *block) (all []array) {
	visit(b, func(name string, a any) {
		switch a := a.(type) {
		case []float32:
			all = append(all, array{name, mapped(a, math.Float32bits)})
		case []int32:
			all = append(all, array{name, mapped(a, func(x int32) uint32 { return uint32(x) })})
		case []uint32:
			all = append(all, array{name, slices.Clone(a)})
		}
	})
	return all
}

func mapped[T any](a []T, f func(T) uint32) []uint32 {
	to := make([]uint32, len(a))
	for i, x := range a {
		to[i] = f(x)
	}
	return to
}

func describe(b *block, i int) string {
	var all strings.Builder
	visit(b, func(name string, a any) {
		fmt.Fprintf(&all, "%s %v ", name, reflect.ValueOf(a).Index(i))
	})
	return all.String()
}

// copyOf is a block with all the room of its arrays.
func copyOf(b *block) *block {
	c := columns().block(b.N)
	var from []any
	visit(b, func(_ string, a any) { from = append(from, a) })
	visit(&c, func(_ string, a any) {
		reflect.Copy(reflect.ValueOf(a), reflect.ValueOf(from[0]))
		from = from[1:]
	})
	copy(c.Marked, b.Marked)
	return &c
}

// anySettings draws every parameter from its range, its extremes among them.
func anySettings(r *rand.Rand, on func(*Params) *float32) (settings, place) {
	p := DefaultParams()
	for _, spec := range Specs() {
		if spec.Float != nil && r.IntN(4) > 0 {
			inside := float32(spec.Min + (spec.Max-spec.Min)*r.Float64())
			*spec.Float(&p) = oneOf(r, float32(spec.Min), float32(spec.Max), inside, oneOf(r, extremes(&spec)...))
		}
	}
	put(&p, "separation_form", Form(r.IntN(2)))
	put(&p, "min_speed", min(p.Float("min_speed"), p.Float("max_speed")))
	if on != nil && *on(&p) == 0 {
		*on(&p) = 0.25
	}
	s := newSettings(p, r.Uint64(), oneOf(r, 30, 60, 120, 960))
	s.edge2 = oneOf[float32](r, 0, 1, 12, everywhere)
	to := place{roost: anyPos(r, &s), turn: 2*r.Float32() - 1, age: r.Int64N(1 << 40), deciding: r.IntN(4) > 0}
	to.terms = s.terms(&to)
	return s, to
}

func oneOf[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// anyBlock draws n boids and what they see; behind them lies whatever it may be.
func anyBlock(r *rand.Rand, n int, s *settings) *block {
	b := columns().block(n)
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
		anyBoid(r, &b, i, s)
		anySight(r, &b, i)
		if i > 0 && r.IntN(6) == 0 {
			columns().copy(&b.Boids, i, i-1)
		}
	}
	return &b
}

func anyBoid(r *rand.Rand, b *block, i int, s *settings) {
	vel := anyVel(r, s)
	set(&b.Pos, i, anyPos(r, s))
	set(&b.Vel, i, vel)
	set(&b.NextVel, i, oneOf(r, vel, anyVel(r, s), anyVel(r, s)))
	set(&b.Next, i, anyPos(r, s))
	set(&b.Gust, i, anyVec(r, 3))
	set(&b.Up, i, oneOf(r, anyVec(r, 1).Unit(), Vec{0, 1, 0}, vel.Unit(), vel.Unit().Neg(), Vec{}))
	set(&b.Pull, i, oneOf(r, anyVec(r, 1), anyVec(r, 10), anyVec(r, 9000), Vec{}, Vec{0, -gravity, 0}, vel, anyEffort(r, vel, s), anyEffort(r, vel, s)))
	b.Phase[i] = oneOf(r, r.Float32(), 0, math.Nextafter32(1, 0))
	b.Pace[i] = oneOf(r, r.Float32()+0.5, 1)
	b.Left[i] = r.Float32() * 50
	b.Age[i] = oneOf(r, -1, -1, 0, int32(r.Uint32()))
	b.Wing[i] = oneOf(r, r.Uint32()&7, r.Uint32())
	b.ID[i] = oneOf(r, r.Int32(), int32(i), 0)
}

// anyEffort is an acceleration about as large as those that end a glide.
func anyEffort(r *rand.Rand, vel Vec, s *settings) Vec {
	size := oneOf[float32](r, pushEffort, 2*pushEffort, turnEffort, 1.5*turnEffort) * (0.999 + 0.002*r.Float32())
	along := vel.Unit()
	return oneOf(r, along, perpendicular(along)).Scale(size / max(0.01, 1-s.follow))
}

func anySight(r *rand.Rand, b *block, i int) {
	b.Visible[i] = float32(oneOf(r, 0, 1, r.IntN(50), r.IntN(1<<20)))
	b.Weight[i] = oneOf(r, 0, 1, b.Visible[i], float32(r.IntN(1000))+r.Float32())
	set(&b.Edge, i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	set(&b.Centre, i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	set(&b.Course, i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	set(&b.Away, i, anyVec(r, oneOf[float32](r, 0.01, 2, 1<<15)))
	vel := at(&b.Vel, i)
	b.Speed[i] = vel.Length()
	set(&b.Heading, i, vel.Unit())
	set(&b.Steer, i, anyVec(r, oneOf[float32](r, 0.3, 2, 1<<15)))
}

// anyVec is a vector with numbers up to size, some of them zero, of either sign.
func anyVec(r *rand.Rand, size float32) Vec {
	one := func() float32 {
		minus0 := float32(math.Copysign(0, -1))
		return oneOf(r, 0, minus0, size, size*(2*r.Float32()-1), size*(2*r.Float32()-1), size*(2*r.Float32()-1))
	}
	return Vec{one(), one(), one()}
}

// anyPos is a place in the world, often where a rule begins or ends.
func anyPos(r *rand.Rand, s *settings) Vec {
	one := func() float32 {
		x := oneOf(r, 0, edge, wall, s.floor, s.GroundMargin, s.RoostRadius, s.RoostRadius/2, 1000*r.Float32(), 30*r.Float32())
		x += Quantum * oneOf[float32](r, -1, 0, 0, 1)
		return min(wall, max(-wall, quantize(x*oneOf[float32](r, -1, 1))))
	}
	return Vec{one(), one(), one()}
}

// anyVel is a velocity, often a limit, upright or none.
func anyVel(r *rand.Rand, s *settings) Vec {
	one := func() float32 {
		v := oneOf(r, 0, 0, Quantum, s.MinSpeed, s.MaxSpeed, s.fastest, s.GlideSink*(0.49+0.02*r.Float32()), 20*r.Float32(), 150*r.Float32())
		return quantize(v * oneOf[float32](r, -1, 1))
	}
	v := Vec{one(), one(), one()}
	return oneOf(r, v, v, v, Vec{}, Vec{0, v.Y, 0}, Vec{v.X, 0, 0})
}

// BenchmarkRules times each rule, and all of a tick one after another, on boids
// that fly as usual.
func BenchmarkRules(b *testing.B) {
	s := newSettings(DefaultParams(), 4, 60)
	s.edge2 = 2
	to := place{roost: Vec{3, 10, 2}, turn: 0.3, age: 1000, deciding: true}
	to.terms = s.terms(&to)
	boids := usualBlock(&s)
	var plain, fast []rule
	for _, tw := range twins() {
		timeRule(b, tw.name+"/plain", tw.plain, &s, &to, boids)
		if tw.kernel != nil {
			timeRule(b, tw.name+"/fast", faster(nil, tw.kernel), &s, &to, boids)
		}
		if tw.name != "alignPrinted" {
			plain, fast = append(plain, tw.plain), append(fast, faster(tw.plain, tw.kernel))
		}
	}
	timeRule(b, "all/plain", inTurn(boids, plain), &s, &to, copyOf(boids))
	timeRule(b, "all/fast", inTurn(boids, fast), &s, &to, copyOf(boids))
}

func timeRule(b *testing.B, name string, f rule, s *settings, to *place, boids *block) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			f(s, to, boids)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*boids.N), "ns/boid")
	})
}

// inTurn is all rules, on what the boids of a block see.
func inTurn(seen *block, rules []rule) rule {
	return func(s *settings, to *place, b *block) {
		for _, v := range [][2]*lanes.Vec{{&b.Edge, &seen.Edge}, {&b.Centre, &seen.Centre}, {&b.Course, &seen.Course}} {
			copy(v[0].X, v[1].X)
			copy(v[0].Y, v[1].Y)
			copy(v[0].Z, v[1].Z)
		}
		clear(b.Steer.X)
		clear(b.Steer.Y)
		clear(b.Steer.Z)
		for _, r := range rules {
			r(s, to, b)
		}
	}
}

func usualBlock(s *settings) *block {
	r := rand.New(rand.NewPCG(1, 2))
	b := anyBlock(r, lanes.Size, s)
	some := func() Vec { return Vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5} }
	for i := range b.N {
		vel := Vec{9, 0, 2}.Add(some()).Quantized()
		set(&b.Pos, i, Vec{3, 10, 5}.Add(some().Scale(20)).Quantized())
		set(&b.Vel, i, vel)
		set(&b.NextVel, i, vel.Add(some().Scale(0.3)).Quantized())
		set(&b.Up, i, Vec{0, 1, 0})
		set(&b.Pull, i, some().Scale(5))
		set(&b.Gust, i, some())
		b.Visible[i], b.Weight[i], b.Age[i], b.Wing[i] = 20, 20, free, 0
	}
	return b
}
