package flock

import (
	"math"
	"math/rand"
	"strings"
	"testing"

	"skein/flock/around"
	"skein/flock/internal/solid"
	"skein/flock/sample"
	"skein/flock/vec"
)

// crosses reports whether the way from p to q leads through the obstacle, independently of the code under
// test.
func crosses(o *around.Obstacle, p, q vec.Vec) bool {
	a, b := toOwnSpace(o, p), toOwnSpace(o, q)
	if o.Shape == "box" {
		half := [3]float64{float64(o.Size.X) / 2, float64(o.Size.Y) / 2, float64(o.Size.Z) / 2}
		from, to := 0.0, 1.0
		for k := range half {
			d := b[k] - a[k]
			if d == 0 {
				if math.Abs(a[k]) >= half[k] {
					return false
				}
				continue
			}
			s, t := (-half[k]-a[k])/d, (half[k]-a[k])/d
			from, to = max(from, min(s, t)), min(to, max(s, t))
		}
		return from < to
	}
	if o.Shape == "plane" || o.Shape == "ground" {
		return holds(o, a) || holds(o, b)
	}
	d := [3]float64{b[0] - a[0], b[1] - a[1], b[2] - a[2]}
	if o.Shape == "sphere" {
		s := -(a[0]*d[0] + a[1]*d[1] + a[2]*d[2]) / max(1e-12, d[0]*d[0]+d[1]*d[1]+d[2]*d[2])
		s = max(0, min(s, 1))
		return holds(o, [3]float64{a[0] + s*d[0], a[1] + s*d[1], a[2] + s*d[2]})
	}
	return crossesDrum(o, a, d)
}

// crossesDrum is crosses for a cylinder. The way is from a to a + d in its own space.
func crossesDrum(o *around.Obstacle, a, d [3]float64) bool {
	from, to := 0.0, 1.0
	within := func(s, t float64) { from, to = max(from, min(s, t)), min(to, max(s, t)) }
	if height := float64(o.Height); d[1] != 0 {
		within(-a[1]/d[1], (height-a[1])/d[1])
	} else if a[1] <= 0 || a[1] >= height {
		return false
	}
	square, half := d[0]*d[0]+d[2]*d[2], a[0]*d[0]+a[2]*d[2]
	out := a[0]*a[0] + a[2]*a[2] - float64(o.Radius)*float64(o.Radius)
	if square == 0 {
		return out < 0 && (from < to || d[1] == 0)
	}
	root := half*half - square*out
	if root <= 0 {
		return false
	}
	within((-half-math.Sqrt(root))/square, (-half+math.Sqrt(root))/square)
	return from < to
}

// toOwnSpace rotates a place back about y, then x, then z into the obstacle's own space.
func toOwnSpace(o *around.Obstacle, p vec.Vec) [3]float64 {
	x, y, z := float64(p.X)-float64(o.At.X), float64(p.Y)-float64(o.At.Y), float64(p.Z)-float64(o.At.Z)
	if o.Shape == "ground" {
		return [3]float64{x, y, z}
	}
	turn := func(degrees float32) (s, c float64) { return math.Sincos(-float64(degrees) * math.Pi / 180) }
	s, c := turn(o.Turn.Y)
	x, z = c*x+s*z, c*z-s*x
	s, c = turn(o.Turn.X)
	y, z = c*y-s*z, s*y+c*z
	s, c = turn(o.Turn.Z)
	x, y = c*x-s*y, s*x+c*y
	return [3]float64{x, y, z}
}

// holds reports whether the obstacle contains a place in its own space.
func holds(o *around.Obstacle, p [3]float64) bool {
	x, y, z := p[0], p[1], p[2]
	switch o.Shape {
	case "sphere":
		return x*x+y*y+z*z < float64(o.Radius)*float64(o.Radius)
	case "cylinder":
		return x*x+z*z < float64(o.Radius)*float64(o.Radius) && y > 0 && y < float64(o.Height)
	case "box":
		return math.Abs(x) < float64(o.Size.X)/2 && math.Abs(y) < float64(o.Size.Y)/2 && math.Abs(z) < float64(o.Size.Z)/2
	}
	return y < 0
}

func anyObstacle(r *rand.Rand) around.Obstacle {
	in := func(low, high float32) float32 { return low + (high-low)*r.Float32() }
	o := plainObstacle()
	o.At = vec.Vec{X: in(-20, 20), Y: in(5, 45), Z: in(-20, 20)}
	o.Turn = vec.Vec{X: in(-180, 180), Y: in(-180, 180), Z: in(-180, 180)}
	o.Radius, o.Height = in(0.01, 8), in(0.01, 20)
	o.Size = vec.Vec{X: in(0.01, 20), Y: in(0.01, 20), Z: in(0.01, 20)}
	if r.Intn(2) == 0 { // a wall
		o.Size.X = in(0.01, 0.1)
	}
	o.Shape = []string{"sphere", "box", "box", "cylinder", "plane", "ground"}[r.Intn(6)]
	if o.Shape == "plane" || o.Shape == "ground" {
		o.At.Y, o.Turn = in(-5, 15), vec.Vec{X: in(-40, 40), Y: in(-180, 180), Z: in(-40, 40)}
	}
	if r.Intn(3) == 0 {
		o.Turn = vec.Vec{}
	}
	return o
}

// shoot makes boids fly in random directions among obstacles, at speeds up to the highest.
func shoot(t *testing.T, w *World, r *rand.Rand, all []around.Obstacle) {
	shootAt(t, w, r, all, func(int) (at, vel vec.Vec) {
		at = vec.Vec{X: 40 * (r.Float32() - 0.5), Y: 5 + 40*r.Float32(), Z: 40 * (r.Float32() - 0.5)}
		return at, vec.Vec{X: r.Float32() - 0.5, Y: r.Float32() - 0.5, Z: r.Float32() - 0.5}.Unit().Scale(50 * r.Float32())
	})
}

// shootAt is shoot from given places with given velocities.
func shootAt(t *testing.T, w *World, r *rand.Rand, all []around.Obstacle, shot func(i int) (at, vel vec.Vec)) {
	p := w.Params()
	put(&p, "max_speed", 50, "min_speed", []float32{0, 20}[r.Intn(2)], "obstacle_avoid", float32(r.Intn(2)))
	if err := w.SetSurroundings(around.Surroundings{}); err != nil {
		t.Fatal(err)
	}
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	for i := range w.Len() {
		at, vel := shot(i)
		w.flocks[0].storePlace(i, at, vel)
	}
	for k := range all {
		all[k].Name = string(rune('a'+k%26)) + string(rune('a'+k/26))
	}
	if err := w.SetSurroundings(around.Surroundings{Obstacles: all}); err != nil {
		t.Fatal(err)
	}
	w.TakeEvents(nil)
}

// checkPassed fails if a boid passes through an obstacle in a step.
func checkPassed(t *testing.T, w *World, all []around.Obstacle) {
	t.Helper()
	f := w.flocks[0]
	was := make([]vec.Vec, f.N)
	for i := range was {
		was[i] = f.Pos(i)
	}
	w.Step()
	for i := range was {
		for k := range all {
			if crosses(&all[k], was[i], f.Pos(i)) {
				t.Fatalf("tick %d: boid %d passed from %v to %v through %+v", w.Tick(), i, was[i], f.Pos(i), all[k])
			}
		}
		if v := f.Vel(i); !v.Within(51) || v.Length() > 50.01 {
			t.Fatalf("boid %d flies at %v, want at most 50 m/s", i, v)
		}
	}
}

// A bird is never inside an obstacle and never passes through one, at any speed, even at thin walls and
// corners. The test flies a sample of seeds.
func TestObstaclesStopBirds(t *testing.T) {
	w := stage(t, bare(), zeroVelocities(8), zeroVelocities(8))
	for _, seed := range sample.Some(t, short(300, 3000), rounds(10_000)) {
		r := rand.New(rand.NewSource(int64(seed)))
		var all []around.Obstacle
		for range 1 + r.Intn(5) {
			all = append(all, anyObstacle(r))
		}
		shoot(t, w, r, all)
		for range 15 {
			checkPassed(t, w, all)
		}
	}
}

func corner(r *rand.Rand, boids int) (all []around.Obstacle, shot func(i int) (at, vel vec.Vec)) {
	in := func(low, high float32) float32 { return low + (high-low)*r.Float32() }
	way := func(angle float32) vec.Vec { // way returns the direction of a wall turned by angle.
		s, c := math.Sincos(float64(angle) * math.Pi / 180)
		return vec.Vec{X: float32(c), Y: 0, Z: -float32(s)}
	}
	edge, first, opening := vec.Vec{X: in(-10, 10), Y: 20, Z: in(-10, 10)}, in(-180, 180), in(10, 170)
	for k := range 2 {
		wall, long := plainObstacle(), in(6, 12)
		wall.Shape, wall.Size = "box", vec.Vec{X: long, Y: 16, Z: in(0.01, 0.1)}
		wall.Turn.Y = first + float32(k)*opening
		wall.At = edge.Add(way(wall.Turn.Y).Scale(long / 2))
		all = append(all, wall)
	}
	if r.Intn(3) > 0 {
		floor := plainObstacle()
		floor.Shape, floor.At, floor.Size = "box", edge.Sub(vec.Vec{Y: 8}), vec.Vec{X: 30, Y: in(0.01, 0.1), Z: 30}
		all = append(all, floor)
	}
	return all, func(i int) (at, vel vec.Vec) {
		from := way(first + float32(opening*in(0.1, 0.9)))
		if r.Intn(4) == 0 {
			from = from.Neg()
		}
		at = edge.Add(from.Scale(in(0.5, 6))).Add(vec.Vec{Y: in(-7, 7)})
		to := edge.Add(vec.Vec{X: in(-0.3, 0.3), Y: in(-8, 4), Z: in(-0.3, 0.3)})
		return at, to.Sub(at).Unit().Scale(50 * float32(i+1) / float32(boids))
	}
}

// Birds do not pass through edges where thin walls meet, at any angle and speed, for a sample of seeds.
func TestCornersStopBirds(t *testing.T) {
	const boids = 16
	w := stage(t, bare(), zeroVelocities(boids), zeroVelocities(boids))
	near := 0
	for _, seed := range sample.Some(t, short(200, 1500), rounds(5000)) {
		r := rand.New(rand.NewSource(int64(seed)))
		all, shot := corner(r, boids)
		shootAt(t, w, r, all, shot)
		for range 20 {
			checkPassed(t, w, all)
		}
		f := w.flocks[0]
		for i := range boids {
			touches := 0
			for k := range f.obstacles.Bodies {
				if f.obstacles.Bodies[k].Distance(solid.Vec(f.Pos(i))) < 0.3 {
					touches++
				}
			}
			if touches > 1 {
				near++
			}
		}
	}
	if near < 100 {
		t.Errorf("only %d boids end in a corner, so the test proves nothing", near)
	}
}

// trefoilMesh returns a closed tube along a trefoil knot, 5 m wide, with about 3,000 triangles.
func trefoilMesh(t *testing.T) *around.Mesh {
	v, f := solid.Knot(3000)
	var vertices []vec.Vec
	for _, p := range v {
		vertices = append(vertices, vec.Vec(p))
	}
	return madeMesh(t, vertices, f)
}

// openBox returns a box without its lid.
func openBox(t *testing.T) *around.Mesh {
	var v []vec.Vec
	for k := range 8 {
		v = append(v, vec.Vec{X: 6 * (float32(k&1) - 0.5), Y: 6 * (float32(k>>1&1) - 0.5), Z: 6 * (float32(k>>2) - 0.5)})
	}
	var f [][3]uint32
	for _, q := range [][4]uint32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
		f = append(f, [3]uint32{q[0], q[1], q[2]}, [3]uint32{q[0], q[2], q[3]}, [3]uint32{q[0], q[0], q[1]})
	}
	return madeMesh(t, v, f)
}

func madeMesh(t *testing.T, v []vec.Vec, f [][3]uint32) *around.Mesh {
	t.Helper()
	m, err := around.NewMesh(v, nil, f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// bounds returns the bounding box of the corners.
func bounds(s *around.Surface) (low, high vec.Vec) {
	low, high = s.Vertices[0], s.Vertices[0]
	for _, v := range s.Vertices {
		low = vec.Vec{X: min(low.X, v.X), Y: min(low.Y, v.Y), Z: min(low.Z, v.Z)}
		high = vec.Vec{X: max(high.X, v.X), Y: max(high.Y, v.Y), Z: max(high.Z, v.Z)}
	}
	return low, high
}

func beside(p, q, low, high vec.Vec) bool {
	return max(p.X, q.X) < low.X || max(p.Y, q.Y) < low.Y || max(p.Z, q.Z) < low.Z ||
		min(p.X, q.X) > high.X || min(p.Y, q.Y) > high.Y || min(p.Z, q.Z) > high.Z
}

// meets reports in float64 whether the way from p to q meets a triangle (T. Möller, B. Trumbore, "Fast,
// minimum storage ray-triangle intersection", 1997).
func meets(s *around.Surface, p, q vec.Vec) bool {
	d := toV3(q).minus(toV3(p))
	for _, t := range s.Triangles {
		a := toV3(s.Vertices[t[0]])
		e, g := toV3(s.Vertices[t[1]]).minus(a), toV3(s.Vertices[t[2]]).minus(a)
		h := cross3(d, g)
		det := dot3(e, h)
		if det == 0 {
			continue
		}
		w := toV3(p).minus(a)
		u := dot3(w, h) / det
		k := cross3(w, e)
		if v, at := dot3(d, k)/det, dot3(g, k)/det; u >= 0 && v >= 0 && u+v <= 1 && at >= 0 && at <= 1 {
			return true
		}
	}
	return false
}

func dot3(a, b v3) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func cross3(a, b v3) v3 {
	return v3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// A bird never passes through a triangle of a closed or open model or a terrain.
func TestModelsStopBirds(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	heights := make([]float32, 20*20)
	for k := range heights {
		heights[k] = r.Float32()
	}
	hills, err := around.NewRelief(20, 20, heights)
	if err != nil {
		t.Fatal(err)
	}
	tube, bin := trefoilMesh(t), openBox(t)
	if !tube.Closed() || bin.Closed() {
		t.Fatal("the tube is not closed, or the bin without a lid is")
	}
	w := stage(t, bare(), zeroVelocities(16), zeroVelocities(16))
	for scene := range short(15, 150) {
		ground, knot, box := plainObstacle(), plainObstacle(), plainObstacle()
		ground.Shape, ground.File, ground.Mesh, ground.Size, ground.Height = "terrain", "hills.png", hills, vec.Vec{X: 60, Y: 1, Z: 60}, 12
		knot.Shape, knot.File, knot.Mesh, knot.Scale = "model", "knot.glb", tube, 1+2*r.Float32()
		box.Shape, box.File, box.Mesh, box.Scale = "model", "box.glb", bin, 0.5+r.Float32()
		for _, o := range []*around.Obstacle{&knot, &box} {
			o.At = vec.Vec{X: 20 * (r.Float32() - 0.5), Y: 10 + 15*r.Float32(), Z: 20 * (r.Float32() - 0.5)}
			o.Turn = vec.Vec{X: 360 * (r.Float32() - 0.5), Y: 360 * (r.Float32() - 0.5), Z: 360 * (r.Float32() - 0.5)}
		}
		all := []around.Obstacle{ground, knot, box}
		shoot(t, w, r, all)
		f := w.flocks[0]
		surfaces := []around.Surface{all[0].Surface(), all[1].Surface(), all[2].Surface()}
		var low, high [3]vec.Vec
		for k := range surfaces {
			low[k], high[k] = bounds(&surfaces[k])
		}
		for range 20 {
			was := make([]vec.Vec, f.N)
			for i := range was {
				was[i] = f.Pos(i)
			}
			w.Step()
			for i := range was {
				for k := range surfaces {
					if !beside(was[i], f.Pos(i), low[k], high[k]) && meets(&surfaces[k], was[i], f.Pos(i)) {
						t.Fatalf("scene %d, tick %d: boid %d passed from %v to %v through the %s", scene, w.Tick(), i, was[i], f.Pos(i), all[k].File)
					}
				}
			}
		}
	}
}

func flockAmongObstacles(t *testing.T, n int) Def {
	d := small(n)
	add := func(shape string, at vec.Vec) *around.Obstacle {
		o := d.Surroundings.Add("obstacle").(*around.Obstacle)
		o.Shape, o.At = shape, at
		return o
	}
	add("ground", vec.Vec{})
	add("sphere", vec.Vec{X: 5, Y: 15, Z: 5})
	add("box", vec.Vec{X: -12, Y: 15, Z: 0}).Size = vec.Vec{X: 4, Y: 40, Z: 4}
	add("cylinder", vec.Vec{X: 12, Y: 0, Z: -8}).Height = 40
	o := add("model", vec.Vec{X: 0, Y: 12, Z: -15})
	o.File, o.Mesh, o.Scale = "knot.glb", trefoilMesh(t), 2
	return d
}

// With obstacles, the flight has the same bits for any number of workers and any index, and after a restart
// from a checkpoint.
func TestObstaclesSameBits(t *testing.T) {
	hashes := map[uint64]bool{}
	for k, index := range []Index{Brute, Grid, Matrix, Auto} {
		d := flockAmongObstacles(t, 300)
		d.Index, d.Workers = index, 1+2*k
		w := world(t, d)
		for range 120 {
			w.Step()
		}
		if index == Auto {
			if _, err := Resume(w.Checkpoint(), 1, Grid, d.Params.Model()); err == nil || !strings.Contains(err.Error(), "has not been loaded") {
				t.Errorf("a model is missing, but the error is %v", err)
			}
			back, err := ResumeAmong([]*around.Mesh{d.Surroundings.Obstacles[4].Mesh}, w.Checkpoint(), 1, Grid, d.Params.Model())
			if err != nil {
				t.Fatal(err)
			}
			w = back
		}
		for range 120 {
			w.Step()
		}
		hashes[w.Hash()] = true
	}
	if len(hashes) != 1 {
		t.Errorf("there are %d different states, want 1", len(hashes))
	}
}

func TestObstaclesAllocateNothing(t *testing.T) {
	d := flockAmongObstacles(t, 300)
	d.Workers = 1
	w := world(t, d)
	for range 200 {
		w.Step()
	}
	if n := testing.AllocsPerRun(100, w.Step); n > 0 {
		t.Errorf("%g allocations a tick, want none", n)
	}
}

// With 256 obstacles of the worst kinds, inside each other and around the flock, numbers stay finite.
func TestHostileObstacles(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	d := small(60)
	flat := madeMesh(t, []vec.Vec{{X: 0, Y: 0, Z: 0}, {X: 1, Y: 0, Z: 0}, {X: 1, Y: 0, Z: 1}, {X: 1, Y: 0, Z: 1}}, [][3]uint32{{0, 1, 2}, {2, 3, 2}, {0, 0, 0}})
	line := madeMesh(t, []vec.Vec{{X: 0, Y: 0, Z: 0}, {X: 1, Y: 1, Z: 1}, {X: 2, Y: 2, Z: 2}}, [][3]uint32{{0, 1, 2}})
	for range around.MaxThings {
		o := d.Surroundings.Add("obstacle").(*around.Obstacle)
		name := o.Name
		*o = anyObstacle(r)
		o.Name = name
		switch r.Intn(8) {
		case 0:
			o.Size = vec.Vec{X: 0.01, Y: 2000, Z: 0.01}
		case 1:
			o.Shape, o.File, o.Mesh, o.Scale = "model", "flat.glb", flat, 10000
		case 2:
			o.Shape, o.File, o.Mesh, o.Scale = "model", "line.glb", line, 0.0001
		case 3:
			o.Radius, o.At = 1000, vec.Vec{}
		}
	}
	w := world(t, d)
	for range 60 {
		w.Step()
	}
	f := w.flocks[0]
	for i := range f.N {
		if !f.Pos(i).Within(1001) || !f.Vel(i).Within(200) {
			t.Fatalf("boid %d is at %v and flies at %v, want both within the limits", i, f.Pos(i), f.Vel(i))
		}
	}
}

// A flock that flees from a threat beside a tower flies away instead of circling the tower.
func TestFleeingFlockDoesNotCircleATower(t *testing.T) {
	for _, side := range []vec.Vec{{X: 1, Y: 0, Z: 0}, {X: -1, Y: 0, Z: 0}, {X: 0, Y: 0, Z: 1}, {X: 0.7, Y: 0, Z: 0.7}} {
		d := small(80)
		tower := d.Surroundings.Add("obstacle").(*around.Obstacle)
		tower.Shape, tower.At, tower.Size = "box", vec.Vec{X: 0, Y: 20, Z: 0}, vec.Vec{X: 10, Y: 40, Z: 10}
		threat := d.Surroundings.Add("place").(*around.Place)
		threat.Role, threat.At, threat.Radius, threat.Pull = "repel", side.Scale(25).Add(vec.Vec{X: 0, Y: 20, Z: 0}), 60, 0.5
		d.Start.Radius, d.Start.Altitude = 6, 20
		put(&d.Params, "roost_pull", 0)
		w := world(t, d)
		for range 20 * 30 {
			w.Step()
		}
		f, near := w.flocks[0], 0
		for i := range f.N {
			if f.Pos(i).Flat().Length() < 25 {
				near++
			}
		}
		if near > f.N/20 {
			t.Errorf("threatened from %v: %d of %d boids are still beside the tower after 20 s, want at most 5 %%", side, near, f.N)
		}
	}
}

// A flock that flies at a tower passes it on both sides, and hardly any boid is stopped.
func TestFlockPartsAroundATower(t *testing.T) {
	p := bare()
	put(&p, "max_speed", 10)
	var at, vel []vec.Vec
	for k := range 100 {
		at, vel = append(at, vec.Vec{X: float32(k%10) - 4.5, Y: 15 + float32(k/10), Z: -60}), append(vel, vec.Vec{X: 0, Y: 0, Z: 8})
	}
	w := stage(t, p, at, vel)
	o := plainObstacle()
	o.Name, o.Shape, o.At, o.Size = "tower", "box", vec.Vec{X: 0, Y: 20, Z: 0}, vec.Vec{X: 8, Y: 60, Z: 8}
	if err := w.SetSurroundings(around.Surroundings{Obstacles: []around.Obstacle{o}}); err != nil {
		t.Fatal(err)
	}
	f, touched := w.flocks[0], map[int]bool{}
	for range 20 * 30 {
		w.Step()
		for i := range f.N {
			if q := f.Pos(i); max(math.Abs(float64(q.X)), math.Abs(float64(q.Z))) < 4.3 && q.Y < 50 {
				touched[i] = true
			}
		}
	}
	left, right := 0, 0
	for i := range f.N {
		if q := f.Pos(i); q.Z > 10 && q.X < 0 {
			left++
		} else if q.Z > 10 {
			right++
		}
	}
	if left < 30 || right < 30 || len(touched) > 5 {
		t.Errorf("%d boids passed on the left, %d on the right, and %d touched the tower; want 30, 30 and at most 5", left, right, len(touched))
	}
}

func plainObstacle() around.Obstacle {
	var s around.Surroundings
	o := *s.Add("obstacle").(*around.Obstacle)
	o.Name = ""
	return o
}
