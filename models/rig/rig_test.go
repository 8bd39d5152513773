package rig

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// glider returns points of a bird with flat wings. The body is 0.4 wide, 0.3 high and 2 long. The
// wings lie between Z = -0.3 and Z = 0.3. Their tips are 2 from the middle.
func glider() (points []mgl32.Vec3) {
	for i := range 201 {
		x := -2 + 4*float32(i)/200
		for k := range 21 {
			z := -0.3 + 0.6*float32(k)/20
			points = append(points, mgl32.Vec3{x, 0, z})
			if x > -0.2 && x < 0.2 {
				points = append(points, mgl32.Vec3{x, 0.15, z * 3.3}, mgl32.Vec3{x, -0.15, z * 3.3})
			}
		}
	}
	return points
}

func newRig(t *testing.T, kind Kind) *Rig {
	t.Helper()
	r, err := New(kind, glider(), false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func posed(r *Rig, phase float64, points ...mgl32.Vec3) []mgl32.Vec3 {
	s := gltf.Surface{Positions: append([]mgl32.Vec3(nil), points...)}
	r.Pose([]gltf.Surface{s}, phase)
	return s.Positions
}

func strip(r *Rig, n int) (points []mgl32.Vec3) {
	for k := range n + 1 {
		points = append(points, mgl32.Vec3{r.middle + r.hinge + (r.tip-r.hinge)*float32(k)/float32(n), r.root, r.chord})
	}
	return points
}

func length(points []mgl32.Vec3) (sum float32) {
	for k := 1; k < len(points); k++ {
		sum += points[k].Sub(points[k-1]).Len()
	}
	return sum
}

func TestHinge(t *testing.T) {
	if r := newRig(t, Bird); r.hinge < 0.18 || r.hinge > 0.25 || r.tip != 2 || r.root != 0 {
		t.Errorf("the wings begin at %v, end at %v and have the height %v; want 0.18 to 0.25, 2 and 0", r.hinge, r.tip, r.root)
	}
	var sheet []mgl32.Vec3
	for k, p := range glider() {
		sheet = append(sheet, mgl32.Vec3{p[0], 1e-4 * float32(k%3), p[2]})
	}
	if r, err := New(Insect, sheet, false); err != nil || r.hinge > 0.1*r.tip {
		t.Errorf("an animal as thin as a sheet gives %+v and the error %v, want hinges near its middle", r, err)
	}
	var ball []mgl32.Vec3
	for i := range 400 {
		a, b := float64(i)*2.4, math.Acos(1-2*(float64(i)+0.5)/400)
		ball = append(ball, mgl32.Vec3{float32(math.Sin(b) * math.Cos(a)), float32(math.Sin(b) * math.Sin(a)), float32(math.Cos(b))})
	}
	if _, err := New(Bird, ball, false); !errors.Is(err, ErrNoWings) {
		t.Errorf("a ball gives the error %v, want ErrNoWings", err)
	}
}

// TestWingLength checks that a wing keeps its length while it bends. Folding makes it shorter by a given
// fraction.
func TestWingLength(t *testing.T) {
	for _, kind := range []Kind{Bird, Insect} {
		r := newRig(t, kind)
		rest := strip(r, 400)
		for k := range 24 {
			phase := float64(k) / 24
			ratio := length(posed(r, phase, rest...)) / length(rest)
			least := 0.99 - 2*strokeOf(kind).fold
			if phase < 0.5 {
				least = 0.95 // in the downstroke, the lag folds the tip a little at both ends of the stroke
			}
			if ratio < least || ratio > 1.03 {
				t.Errorf("%s, phase %.2f: the wing's length changes by the factor %v, want %v to 1.03", kind, phase, ratio, least)
			}
		}
	}
}

// TestSymmetry checks that both wings move in the same way and that the beat is periodic. No gap
// may open between wing and body.
func TestSymmetry(t *testing.T) {
	r := newRig(t, Bird)
	for k := range 12 {
		phase := float64(k) / 12
		near := posed(r, phase, mgl32.Vec3{r.hinge - 1e-4, 0.05, -0.95}, mgl32.Vec3{r.hinge + 1e-4, 0.05, -0.95})
		if d := near[0].Sub(near[1]).Len(); d > 1e-3 {
			t.Errorf("phase %.2f: a gap of %v beside the tail", phase, d)
		}
		left, right := posed(r, phase, mgl32.Vec3{1.5, 0.02, 0.1})[0], posed(r, phase, mgl32.Vec3{-1.5, 0.02, 0.1})[0]
		if d := left.Sub(mgl32.Vec3{-right[0], right[1], right[2]}).Len(); d > 1e-5 {
			t.Errorf("phase %.2f: the wings differ by %v", phase, d)
		}
		if d := left.Sub(posed(r, phase+1, mgl32.Vec3{1.5, 0.02, 0.1})[0]).Len(); d > 1e-5 {
			t.Errorf("phase %.2f: one beat later the wing differs by %v", phase, d)
		}
		positions := posed(r, phase, mgl32.Vec3{r.hinge - 1e-4, 0.05, 0.1}, mgl32.Vec3{r.hinge + 1e-4, 0.05, 0.1})
		if d := positions[0].Sub(positions[1]).Len(); d > 1e-3 {
			t.Errorf("phase %.2f: a gap of %v at the hinge", phase, d)
		}
	}
}

// TestStroke checks that the tip is above the rest pose at the start and below it in the middle of the beat.
// In the downstroke, the leading edge is lower than the trailing edge.
func TestStroke(t *testing.T) {
	r := newRig(t, Insect)
	tip := mgl32.Vec3{2, 0, 0}
	if up, down := posed(r, 0, tip)[0][1], posed(r, 0.5, tip)[0][1]; up < 0.8 || down > -0.5 {
		t.Errorf("the tip is at the heights %v and %v; want more than 0.8, then less than -0.5", up, down)
	}
	edges := posed(r, 0.25, mgl32.Vec3{1.8, 0, 0.3}, mgl32.Vec3{1.8, 0, -0.3})
	if edges[0][1] >= edges[1][1] {
		t.Errorf("in the downstroke the leading edge is at %v and the trailing edge at %v; want it lower", edges[0][1], edges[1][1])
	}
}

// TestNormals compares the moved normals of a fine sheet with the normals of its moved triangles.
func TestNormals(t *testing.T) {
	const e = 1e-3
	for _, c := range []struct {
		rig    *Rig
		points []mgl32.Vec3
		normal mgl32.Vec3
		a, b   mgl32.Vec3
	}{
		{newRig(t, Insect), strip(newRig(t, Insect), 20)[2:], mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, e}, mgl32.Vec3{e, 0, 0}},
		{newRig(t, Fish), []mgl32.Vec3{{0, 0, 0.8}, {0, 0.1, 0.2}, {0, 0.1, -0.9}}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, e, 0}, mgl32.Vec3{0, 0, e}},
	} {
		for _, p := range c.points {
			for k := range 8 {
				s := gltf.Surface{Positions: []mgl32.Vec3{p, p.Add(c.a), p.Add(c.b)}, Normals: []mgl32.Vec3{c.normal, c.normal, c.normal}}
				c.rig.Pose([]gltf.Surface{s}, float64(k)/8)
				want := s.Positions[1].Sub(s.Positions[0]).Cross(s.Positions[2].Sub(s.Positions[0])).Normalize()
				if d := s.Normals[0].Normalize().Dot(want); d < 0.97 {
					t.Errorf("%s, %v at phase %.3f: the normal is %v, that of the triangle %v", c.rig.Kind, p, float64(k)/8, s.Normals[0], want)
				}
			}
		}
	}
}

// TestFish compares the amplitudes at the nose and the tail with the published amplitudes. The wave must
// run from the nose to the tail.
func TestFish(t *testing.T) {
	r := newRig(t, Fish)
	nose, tail := mgl32.Vec3{0, 0, r.high[2]}, mgl32.Vec3{0, 0, r.low[2]}
	size := r.high[2] - r.low[2]
	var most [2]float32
	var when [2]int
	for k := range 100 {
		for i, p := range posed(r, float64(k)/100, nose, mgl32.Vec3{0, 0, r.high[2] - size/4}) {
			if i == 0 {
				most[0] = max(most[0], p[0]/size)
			}
			if p[0] > posed(r, float64(when[i])/100, nose, mgl32.Vec3{0, 0, r.high[2] - size/4})[i][0] {
				when[i] = k
			}
		}
		most[1] = max(most[1], posed(r, float64(k)/100, tail)[0][0]/size)
	}
	if math.Abs(float64(most[0]-0.03)) > 0.001 || math.Abs(float64(most[1]-0.10)) > 0.001 {
		t.Errorf("the amplitudes are %v and %v of the length, want 0.03 and 0.10", most[0], most[1])
	}
	if later := when[1] - when[0]; later < 20 || later > 30 {
		t.Errorf("the wave reaches a quarter of the body %d %% of a beat after the nose, want about 25", later)
	}
}

func TestChoose(t *testing.T) {
	flat := glider()
	var tall []mgl32.Vec3
	for _, p := range flat {
		tall = append(tall, mgl32.Vec3{p[0] * 0.1, p[2] * 2, p[2]})
	}
	for _, c := range []struct {
		name     string
		points   []mgl32.Vec3
		want     Kind
		vertical bool
	}{
		{"model.glb", flat, Bird, false}, {"BlueButterfly_01.glb", flat, Insect, false}, {"gold-fish.glb", flat, Fish, false},
		{"Humpback Whale.glb", tall, Fish, true}, {"model.glb", tall, None, false}, {"bird.glb", tall, None, false},
		{"fish_eagle.glb", flat, Bird, false}, {"whale_shark.glb", tall, Fish, false}, {"starfish.glb", tall, None, false},
		{"beetroot.glb", tall, None, false}, {"smooth.glb", flat, Bird, false},
	} {
		if kind, vertical, reason := Choose([]string{c.name, "fish_hook"}, c.points); kind != c.want || vertical != c.vertical {
			t.Errorf("%s: %s, vertical %v, %s; want %s, %v", c.name, kind, vertical, reason, c.want, c.vertical)
		}
	}
}
