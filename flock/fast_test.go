package flock

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"skein/flock/internal/lanes"
)

// twin is a rule and the kernel that does the same.
type twin struct {
	name   string
	plain  rule
	kernel lanes.Kernel
	on     func(*Params) // what the rule is only used with
}

func twins() []twin {
	k, plain := lanes.Fast(), newStages(&lanes.Kernels{})
	some := func(x *float32) {
		if *x == 0 {
			*x = 0.25
		}
	}
	return []twin{
		{"derive", plain.derive, k.Derive, nil},
		{"separate", separate, k.Separate, nil},
		{"cohere", cohere, k.Cohere, nil},
		{"match", match, k.Match, nil},
		{"alignPrinted", alignPrinted, k.AlignPrinted, nil},
		{"clip", clip, k.Clip, func(p *Params) { some(&p.SteerLimit) }},
		{"cruise", cruise, k.Cruise, nil},
		{"gust", gust, k.Gust, nil},
		{"roost", roost, k.Roost, nil},
		{"meander", meander, k.Meander, nil},
		{"keepHeight", keepHeight, k.KeepHeight, nil},
		{"pullUp", pullUp, k.PullUp, func(p *Params) { some(&p.GroundMargin) }},
		{"turnBack", turnBack, k.TurnBack, nil},
		{"mark", plain.mark, k.Mark, nil},
		{"move", plain.move, k.Move, nil},
		{"fly", plain.fly, k.Fly, nil},
	}
}

// Every kernel against its rule, bit for bit, on states usual and extreme.
func TestKernels(t *testing.T) {
	for _, tw := range twins() {
		t.Run(tw.name, func(t *testing.T) {
			if tw.kernel == nil {
				t.Skip("not on this machine")
			}
			t.Parallel()
			r := rand.New(rand.NewPCG(1, 2))
			for n := range lanes.Size + 1 {
				checkTwin(t, r, &tw, n)
			}
			for range 2000 {
				checkTwin(t, r, &tw, 1+r.IntN(40))
			}
		})
	}
}

func checkTwin(t *testing.T, r *rand.Rand, tw *twin, n int) {
	t.Helper()
	s, to := anySettings(r, tw.on)
	one := anyBlock(r, n, &s)
	other := twinOf(one)
	before := twinOf(one)
	tw.plain(&s, &to, one)
	tw.kernel(other, &to.terms)
	want, got, old := arrays(one), arrays(other), arrays(before)
	for a := range want {
		for i := range len(want[a].bits()) {
			w, g, o := want[a].bits()[i], got[a].bits()[i], old[a].bits()[i]
			if i < n && g != w {
				t.Fatalf("%s of %d: boid %d: %s is %#x (%v), want %#x (%v)\n%s\nparams %+v\nplace %+v", tw.name, n, i, want[a].name,
					g, math.Float32frombits(g), w, math.Float32frombits(w), describe(before, i), s, to)
			}
			if i >= (n+15)/16*16 && g != o {
				t.Fatalf("%s of %d: wrote %s of boid %d", tw.name, n, want[a].name, i)
			}
		}
	}
	for k, w := range one.Marked {
		if g := other.Marked[k]; g != w {
			t.Fatalf("%s of %d: marked %#x, want %#x", tw.name, n, g, w)
		}
	}
}

// slice is an array of a block with all of its room.
type slice struct {
	name string
	of   any
}

// bits of the numbers, all of 32 bits.
func (s *slice) bits() []uint32 { return s.of.([]uint32) }

// arrays are copies of all arrays of a block, in bits.
func arrays(b *block) (all []slice) {
	visit("", reflect.ValueOf(b).Elem(), func(name string, v reflect.Value) {
		v = v.Slice(0, v.Cap())
		bits := make([]uint32, v.Len())
		for i := range bits {
			switch e := v.Index(i); e.Kind() {
			case reflect.Float32:
				bits[i] = math.Float32bits(float32(e.Float()))
			case reflect.Int32:
				bits[i] = uint32(e.Int())
			default:
				bits[i] = uint32(e.Uint())
			}
		}
		all = append(all, slice{name, bits})
	})
	return all
}

// visit calls f with each array of 32-bit numbers in a struct.
func visit(name string, v reflect.Value, f func(string, reflect.Value)) {
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			visit(name+"."+v.Type().Field(i).Name, v.Field(i), f)
		}
	case v.Kind() == reflect.Slice && v.Type().Elem().Size() == 4:
		f(name, v)
	}
}

func describe(b *block, i int) string {
	var all strings.Builder
	visit("", reflect.ValueOf(b).Elem(), func(name string, v reflect.Value) {
		fmt.Fprintf(&all, "%s %v  ", name, v.Index(i))
	})
	return all.String()
}

// twinOf copies a block with all the room of its arrays.
func twinOf(b *block) *block {
	c := *b
	visit("", reflect.ValueOf(&c).Elem(), func(_ string, v reflect.Value) {
		all := v.Slice(0, v.Cap())
		fresh := reflect.MakeSlice(v.Type(), all.Len(), all.Len())
		reflect.Copy(fresh, all)
		v.Set(fresh.Slice(0, v.Len()))
	})
	c.Marked = append([]uint64(nil), b.Marked...)
	return &c
}

// anySettings draws every parameter from its range, its ends among them.
func anySettings(r *rand.Rand, on func(*Params)) (settings, place) {
	p := DefaultParams()
	for _, spec := range Specs() {
		if spec.Float != nil && r.IntN(4) > 0 {
			*spec.Float(&p) = oneOf(r, float32(spec.Min), float32(spec.Max), float32(spec.Min+(spec.Max-spec.Min)*r.Float64()))
		}
	}
	p.SeparationForm = Form(r.IntN(2))
	p.AlignmentForm = AlignmentForm(r.IntN(2))
	p.MinSpeed = min(p.MinSpeed, p.MaxSpeed)
	if on != nil {
		on(&p)
	}
	s := newSettings(p, r.Uint64(), oneOf(r, 30, 60, 120, 960))
	s.edge2 = oneOf[float32](r, 0, 1, 12, everywhere)
	to := place{roost: anyPos(r, &s), turn: 2*r.Float32() - 1, age: r.Int64N(1 << 40), deciding: r.IntN(4) > 0}
	to.terms = s.terms(&to)
	return s, to
}

func oneOf[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }

// anyBlock draws n boids and what they see; in one block of three each number is
// from the few that rules treat in their own way.
func anyBlock(r *rand.Rand, n int, s *settings) *block {
	block := lanes.MakeBlock(n)
	b := &block
	visit("", reflect.ValueOf(b).Elem(), func(_ string, v reflect.Value) {
		all := v.Slice(0, v.Cap())
		for i := range all.Len() {
			switch e := all.Index(i); e.Kind() {
			case reflect.Float32:
				e.SetFloat(float64(math.Float32frombits(r.Uint32()))) // whatever is left in the room behind the last
			case reflect.Int32:
				e.SetInt(int64(int32(r.Uint32())))
			default:
				e.SetUint(uint64(r.Uint32()))
			}
		}
	})
	for i := range n {
		anyBoid(r, b, i, s)
		anySight(r, b, i)
		if i > 0 && r.IntN(6) == 0 {
			b.Copy(i, i-1)
		}
	}
	return b
}

func anyBoid(r *rand.Rand, b *block, i int, s *settings) {
	vel := anyVel(r, s)
	set(&b.Pos, i, anyPos(r, s))
	set(&b.Vel, i, vel)
	set(&b.NextVel, i, oneOf(r, vel, anyVel(r, s), anyVel(r, s)))
	set(&b.Next, i, anyPos(r, s))
	set(&b.Gust, i, anyVec(r, 3))
	set(&b.Up, i, oneOf(r, anyVec(r, 1).unit(), vec{0, 1, 0}, vel.unit(), vel.unit().neg(), vec{}))
	set(&b.Pull, i, oneOf(r, anyVec(r, 1), anyVec(r, 10), anyVec(r, 9000), vec{}, vec{0, -gravity, 0}, vel))
	b.Phase[i] = oneOf(r, r.Float32(), 0, math.Nextafter32(1, 0))
	b.Pace[i] = oneOf(r, r.Float32()+0.5, 1)
	b.Left[i] = r.Float32() * 50
	b.Age[i] = oneOf(r, -1, -1, 0, int32(r.Uint32()))
	b.Wing[i] = oneOf(r, r.Uint32()&7, r.Uint32())
	b.ID[i] = oneOf(r, r.Int32(), int32(i), 0)
}

func anySight(r *rand.Rand, b *block, i int) {
	b.Visible[i] = float32(oneOf(r, 0, 1, r.IntN(50), r.IntN(1<<20)))
	b.Weight[i] = oneOf(r, 0, 1, b.Visible[i], float32(r.IntN(1000))+r.Float32())
	set(&b.Edge, i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	set(&b.Centre, i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	set(&b.Course, i, anyVec(r, oneOf[float32](r, 20, 1<<15, 1<<28)))
	set(&b.Away, i, anyVec(r, oneOf[float32](r, 0.01, 2, 1<<15)))
	vel := at(&b.Vel, i)
	b.Speed[i] = vel.length()
	set(&b.Heading, i, vel.unit())
	set(&b.Steer, i, anyVec(r, oneOf[float32](r, 0.3, 2, 1<<15)))
}

// anyVec is a vector with numbers up to size, some of them zero, of either sign.
func anyVec(r *rand.Rand, size float32) vec {
	one := func() float32 {
		negative := float32(math.Copysign(0, -1))
		return oneOf(r, 0, negative, size, size*(2*r.Float32()-1), size*(2*r.Float32()-1), size*(2*r.Float32()-1))
	}
	return vec{one(), one(), one()}
}

func anyPos(r *rand.Rand, s *settings) vec {
	one := func() float32 {
		x := oneOf(r, 0, edge, wall, s.floor, s.GroundMargin, s.RoostRadius, s.RoostRadius/2, 1000*r.Float32(), 30*r.Float32())
		x += Quantum * oneOf[float32](r, -1, 0, 0, 1)
		return min(wall, max(-wall, quantize(x*oneOf[float32](r, -1, 1))))
	}
	return vec{one(), one(), one()}
}

func anyVel(r *rand.Rand, s *settings) vec {
	one := func() float32 {
		return quantize(oneOf(r, 0, 0, Quantum, s.MinSpeed, s.MaxSpeed, s.fastest, 20*r.Float32(), 150*r.Float32()) * oneOf[float32](r, -1, 1))
	}
	v := vec{one(), one(), one()}
	return oneOf(r, v, v, v, vec{}, vec{0, v.y, 0}, vec{v.x, 0, 0})
}

func BenchmarkRules(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	s := newSettings(DefaultParams(), 4, 60)
	s.edge2 = 2
	to := place{roost: vec{3, 10, 2}, turn: 0.3, age: 1000, deciding: true}
	to.terms = s.terms(&to)
	blk := anyBlock(r, lanes.Size, &s)
	for i := range blk.N {
		set(&blk.Pos, i, vec{float32(i) / 10, 10, 5}.quantized())
		set(&blk.Vel, i, vec{9, 1, 2}.add(anyVec(r, 1)).quantized())
		set(&blk.NextVel, i, at(&blk.Vel, i).add(vec{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.scale(0.5)).quantized())
		set(&blk.Up, i, vec{0, 1, 0})
		set(&blk.Pull, i, anyVec(r, 3))
		blk.Visible[i], blk.Weight[i] = 20, 20
		blk.Age[i] = free
	}
	time := func(b *testing.B, f func()) {
		b.Helper()
		for b.Loop() {
			f()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*blk.N), "ns/boid")
	}
	all := twins()
	for _, tw := range all {
		rules := map[string]rule{"plain": tw.plain}
		if tw.kernel != nil {
			rules["fast"] = faster(nil, tw.kernel)
		}
		for _, way := range []string{"plain", "fast"} {
			if f := rules[way]; f != nil {
				b.Run(tw.name+"/"+way, func(b *testing.B) { time(b, func() { f(&s, &to, blk) }) })
			}
		}
	}
	b.Run("all/plain", func(b *testing.B) {
		time(b, func() {
			for _, tw := range all {
				if tw.name != "alignPrinted" {
					tw.plain(&s, &to, blk)
				}
			}
		})
	})
	seen := twinOf(blk)
	b.Run("all/fast", func(b *testing.B) {
		time(b, func() {
			for k, to := range [...]*lanes.Vec{&blk.Edge, &blk.Centre, &blk.Course, &blk.Away} {
				from := [...]*lanes.Vec{&seen.Edge, &seen.Centre, &seen.Course, &seen.Away}[k]
				copy(to.X, from.X)
				copy(to.Y, from.Y)
				copy(to.Z, from.Z)
			}
			clear(blk.Steer.X)
			clear(blk.Steer.Y)
			clear(blk.Steer.Z)
			for _, tw := range all {
				if tw.name != "alignPrinted" {
					tw.kernel(blk, &to.terms)
				}
			}
		})
	})
}
