//go:build cgo

package render

import (
	"image"
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/flock/look"
)

func slab(name string, wide float32, pos mgl32.Vec3) frame.Stand {
	up := mgl32.Vec3{0, 1, 0}
	solid := &frame.Solid{
		Points:    []mgl32.Vec3{{-wide / 2, 0, -wide / 2}, {-wide / 2, 0, wide / 2}, {wide / 2, 0, wide / 2}, {wide / 2, 0, -wide / 2}},
		Normals:   []mgl32.Vec3{up, up, up, up},
		Triangles: []uint32{0, 1, 2, 0, 2, 3},
		Low:       mgl32.Vec3{-wide / 2, 0, -wide / 2}, High: mgl32.Vec3{wide / 2, 0, wide / 2},
	}
	return frame.NewStand(solid, name, mgl32.Translate3D(pos[0], pos[1], pos[2]))
}

func surfaces(t *testing.T, r *Renderer, f *frame.Frame, m *frame.Moved) *Surfaces {
	t.Helper()
	s, err := r.Surfaces(f, m)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func closeTo(a, b mgl32.Vec3, slack float32) bool { return a.Sub(b).Len() <= slack }

// Normals and motion have values computed by hand for plates, a slab, the ground and the sky. The
// test tries frames in which everything is at rest, birds and stands move, a wing beats, or the
// camera moves or turns. Planes gives the same depths and ids, and the picture does not change.
func TestSurfaces(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBirds(testbird.Plate(2)); err != nil {
		t.Fatal(err)
	}
	f := testFrame(redAt(0, 10, -10), redAt(2, 10, -5))
	f.Birds[1].Rotation = mgl32.QuatRotate(math.Pi-0.5, mgl32.Vec3{0, 1, 0}) // the bird is seen from behind
	f.Stands = []frame.Stand{slab("slab", 4, mgl32.Vec3{-6, 8, -8})}
	const (
		plate, turned, top, ground, sky = 49*200 + 100, 48*200 + 120, 62*200 + 62, 99*200 + 100, 10*200 + 100
	)
	f.Light.Land = look.Meadow
	picture := shoot(t, r, f)
	yaw := func(angle float32) frame.View {
		v := f.View
		v.Rotation = mgl32.QuatRotate(angle, mgl32.Vec3{0, 1, 0})
		return v
	}
	eye := func(x, y, z float32) frame.View {
		v := f.View
		v.Eye = v.Eye.Add(mgl32.Vec3{x, y, z})
		return v
	}
	at := func(view frame.View, birds []frame.Bird, stand mgl32.Vec3, before bool) *frame.Moved {
		return &frame.Moved{View: view, Birds: birds, Stands: []mgl32.Mat4{mgl32.Translate3D(stand[0], stand[1], stand[2])}, Before: before}
	}
	shifted := func(x, y, z float32) []frame.Bird {
		b := append([]frame.Bird(nil), f.Birds...)
		b[0].Pos = b[0].Pos.Add(mgl32.Vec3{x, y, z})
		return b
	}
	beat := append([]frame.Bird(nil), f.Birds...)
	beat[0].Phase = 0.25 // halfway to the next pose, which is half a wingspan (1 m) higher
	place := mgl32.Vec3{-6, 8, -8}
	const turn = 0.1
	nearer := 1 / (math.Cos(turn) - 0.01*math.Sin(turn))
	yawed := mgl32.Vec2{float32(50*(0.01*math.Cos(turn)+math.Sin(turn))*nearer - 0.5), float32(39.5 * (nearer - 1))}
	for name, c := range map[string]struct {
		moved *frame.Moved
		want  map[int]mgl32.Vec2
	}{
		"at rest":         {frame.Still(f), map[int]mgl32.Vec2{plate: {}, turned: {}, top: {}, ground: {}, sky: {}}},
		"bird to right":   {at(f.View, shifted(1, 0, 0), place, false), map[int]mgl32.Vec2{plate: {5, 0}, turned: {}, top: {}, ground: {}, sky: {}}},
		"bird up":         {at(f.View, shifted(0, 2, 0), place, false), map[int]mgl32.Vec2{plate: {0, 10}}},
		"bird nearer":     {at(f.View, shifted(0, 0, 5), place, false), map[int]mgl32.Vec2{plate: {0.5, 0.5}}},
		"before":          {at(f.View, shifted(1, 0, 0), place, true), map[int]mgl32.Vec2{plate: {-5, 0}, sky: {}}},
		"wingbeat":        {at(f.View, beat, place, false), map[int]mgl32.Vec2{plate: {0, 2.5}, turned: {}}},
		"slab to left":    {at(f.View, f.Birds, place.Add(mgl32.Vec3{-1, 0, 0}), false), map[int]mgl32.Vec2{plate: {}, top: {-50 / 8.0, 0}}},
		"camera to right": {at(eye(1, 0, 0), f.Birds, place, false), map[int]mgl32.Vec2{plate: {-5, 0}, ground: {-49.5 / 10, 0}, sky: {}}},
		"camera up":       {at(eye(0, 1, 0), f.Birds, place, false), map[int]mgl32.Vec2{plate: {0, -5}, ground: {0, -49.5 / 10}, sky: {}}},
		"camera to left":  {at(yaw(turn), f.Birds, place, false), map[int]mgl32.Vec2{sky: yawed}},
	} {
		got := surfaces(t, r, f, c.moved)
		for pixel, want := range c.want {
			if g := got.Motion[pixel]; g.Sub(want).Len() > 2e-3 {
				t.Errorf("%s: pixel %d, %d moves by %v, want %v", name, pixel%200, pixel/200, g, want)
			}
		}
		for pixel, want := range map[int]mgl32.Vec3{
			plate: {0, 0, 1}, turned: f.Birds[1].Rotation.Rotate(mgl32.Vec3{0, 0, -1}), top: {0, 1, 0}, ground: {0, 1, 0}, sky: {},
		} {
			if !closeTo(got.Normal[pixel], want, 1e-3) {
				t.Errorf("%s: the normal of pixel %d, %d is %v, want %v", name, pixel%200, pixel/200, got.Normal[pixel], want)
			}
		}
		planes, err := r.Planes(f)
		if err != nil || !reflect.DeepEqual(*planes, got.Planes) {
			t.Errorf("%s: the depths and ids differ from those of Planes (error %v)", name, err)
		}
	}
	if second := shoot(t, r, f); changedRect(picture, second, 0) != (image.Rectangle{}) {
		t.Error("the picture has changed")
	}
	f.Transparent = true
	if got := surfaces(t, r, f, at(eye(1, 0, 0), f.Birds, place, false)); got.Motion[ground] != (mgl32.Vec2{}) || got.Normal[ground] != (mgl32.Vec3{}) || got.Motion[plate][0] > -4 {
		t.Errorf("transparent: the background moves by %v with the normal %v, and the bird by %v", got.Motion[ground], got.Normal[ground], got.Motion[plate])
	}
}

func matrix64(b *frame.Bird) mgl64.Mat4 {
	q := mgl64.Quat{W: float64(b.Rotation.W), V: mgl64.Vec3{float64(b.Rotation.V[0]), float64(b.Rotation.V[1]), float64(b.Rotation.V[2])}}
	return mgl64.Translate3D(float64(b.Pos[0]), float64(b.Pos[1]), float64(b.Pos[2])).Mul4(q.Normalize().Mat4())
}

func camera64(v *frame.View) mgl64.Mat4 {
	return matrix64(&frame.Bird{Pos: v.Eye, Rotation: v.Rotation}).Inv()
}

// The motion of every pixel agrees with the motion of the point that the pixel shows. The test
// finds this point from the depth, moves it with its bird, and projects it into the next camera,
// all in double precision. The birds and the camera move and turn.
func TestSurfacesOfRigidMotion(t *testing.T) {
	r := renderer(t, 1)
	if err := r.SetBirds(testbird.Plate(1)); err != nil {
		t.Fatal(err)
	}
	f := testFrame(redAt(-3, 11, -10), redAt(2, 9, -6), redAt(1, 10.5, -14), redAt(5, 12, -9))
	f.View.Shift = mgl32.Vec2{0.1, -0.05}
	m := frame.Still(f)
	m.Birds = append([]frame.Bird(nil), f.Birds...)
	for i := range m.Birds {
		axis := mgl32.Vec3{0.3, 1, float32(i)}.Normalize()
		f.Birds[i].Rotation = mgl32.QuatRotate(0.2*float32(i), axis)
		m.Birds[i].Rotation = mgl32.QuatRotate(0.2*float32(i)+0.3, axis)
		m.Birds[i].Pos = f.Birds[i].Pos.Add(mgl32.Vec3{0.3, 0.2 * float32(i), -0.5})
	}
	m.View.Eye = mgl32.Vec3{0.5, 10.3, -0.7}
	m.View.Rotation = mgl32.QuatRotate(0.06, mgl32.Vec3{0.5, 1, 0.2}.Normalize())
	got := surfaces(t, r, f, m)
	seen := map[float32]int{}
	back, ahead := camera64(&f.View).Inv(), camera64(&m.View)
	for i, motion := range got.Motion {
		x, y := float64(i%200)+0.5, float64(i/200)+0.5
		depth, point := float64(got.Depth[i]), mgl64.Vec4{}
		to := mgl64.Vec4{((x-100)/50 - 0.1) * depth, ((50-y)/50 + 0.05) * depth, -depth, 1}
		if depth == Nowhere {
			to[3] = 0
		}
		point = back.Mul4x1(to)
		if id := int(got.ID[i]); id >= 0 {
			point = matrix64(&m.Birds[id]).Mul4(matrix64(&f.Birds[id]).Inv()).Mul4x1(point)
		}
		c := ahead.Mul4x1(point)
		want := mgl64.Vec2{100 + (c[0]/-c[2]+0.1)*50 - x, (c[1]/-c[2]-0.05)*50 - (50 - y)}
		if offset := math.Hypot(float64(motion[0])-want[0], float64(motion[1])-want[1]); offset > 2e-3 {
			t.Fatalf("pixel %v, %v of bird %v moves by %v, want %v", x, y, got.ID[i], motion, want)
		}
		kind := got.ID[i]
		if kind < 0 && depth == Nowhere {
			kind = -2
		}
		seen[kind]++
	}
	for kind := float32(-2); kind < 4; kind++ {
		if seen[kind] < 10 {
			t.Errorf("only %d pixels show %v, want at least 10 of each", seen[kind], kind)
		}
	}
}

func TestSurfacesOfPlants(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Tier: Best})
	f := plantFrame(look.Hills, mgl32.Vec3{0, 1.5, 0})
	shoot(t, r, f)
	focal := float32(f.Size.Y) / 2 / float32(math.Tan(float64(f.View.FovY)/2))
	still := surfaces(t, r, f, frame.Still(f))
	windy := frame.Still(f)
	windy.Seconds += 1.0 / 24
	moved := surfaces(t, r, f, windy)
	aside := frame.Still(f)
	aside.View.Eye[0] += 0.1
	passed := surfaces(t, r, f, aside)
	plants := 0
	for i := range still.Motion {
		if still.Motion[i] != (mgl32.Vec2{}) {
			t.Fatalf("pixel %d moves by %v while nothing moves", i, still.Motion[i])
		}
		if still.Depth[i] == Nowhere {
			continue
		}
		if want := -0.1 * focal / passed.Depth[i]; math.Abs(float64(passed.Motion[i][0]-want)) > 0.01 {
			t.Fatalf("pixel %d at %v m moves by %v as the camera moves, want %v", i, passed.Depth[i], passed.Motion[i], want)
		}
		if n := still.Normal[i].Len(); math.Abs(float64(n)-1) > 1e-3 {
			t.Fatalf("pixel %d has a normal of length %v", i, n)
		}
		if moved.Motion[i] != (mgl32.Vec2{}) {
			plants++
		}
	}
	if plants < 200 {
		t.Errorf("the wind moves %d pixels, want at least 200", plants)
	}
}
