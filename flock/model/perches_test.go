package model_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/model"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// wireScene returns a scene with some birds and a wire of 20 m with 40 seats. The function change may edit
// the wire.
func wireScene(birds int, change func(p *around.Perch)) flock.Def {
	def := quietFlock(birds)
	def.Params = model.With(def.Params, "roost_pull", 0.05, "height_pull", 0.05)
	p := def.Surroundings.Add("perch").(*around.Perch)
	p.Name, p.Points, p.Calls, p.Rest = "wire", []vec.Vec{{X: -10, Y: 9, Z: 15}, {X: 10, Y: 9, Z: 15}}, 5, 0
	if change != nil {
		change(p)
	}
	return def
}

// sittingBirds returns the indices of the birds that sit, in the order of their x coordinates.
func sittingBirds(s *flock.Snapshot) (all []int) {
	for i := range s.Flags {
		if s.Flags[i]&flock.Perched != 0 {
			all = append(all, i)
		}
	}
	slices.SortFunc(all, func(a, b int) int {
		if s.Pos[a][0] < s.Pos[b][0] {
			return -1
		}
		return 1
	})
	return all
}

// flyAndCheckPerching steps a World tick by tick. It checks that birds land slowly, on free seats, and that
// a sitting bird does not move. No bird may land and leave in the same tick, or stop in the air.
func flyAndCheckPerching(t *testing.T, w *flock.World, ticks int) (landed, left []int64) {
	t.Helper()
	seats := w.Surroundings().Perches[0].Seats()
	var old, current flock.Snapshot
	w.Snapshot(&old)
	landed, left = make([]int64, old.Len()), make([]int64, old.Len())
	for range ticks {
		w.Step()
		w.Snapshot(&current)
		on := map[int]int{}
		for i := range current.Pos {
			sat, sits := old.Flags[i]&flock.Perched != 0, current.Flags[i]&flock.Perched != 0
			near, d := nearestSeat(seats, current.Pos[i])
			switch {
			case sits && d > 0.15:
				t.Fatalf("tick %d: bird %d sits %v m from the nearest seat", current.Tick, i, d)
			case sits && sat && current.Pos[i] != old.Pos[i]:
				t.Fatalf("tick %d: bird %d moved from %v to %v while it sat", current.Tick, i, old.Pos[i], current.Pos[i])
			case !sits && current.ThroughAir()[i].Len() < 2 && d > 3.5:
				t.Fatalf("tick %d: bird %d is in the air at only %v m/s, %v m from a seat", current.Tick, i, current.ThroughAir()[i].Len(), d)
			case current.Pos[i].Sub(old.Pos[i]).Len() > 16.0/60:
				t.Fatalf("tick %d: bird %d moved by %v m in a tick, which is too far", current.Tick, i, current.Pos[i].Sub(old.Pos[i]).Len())
			}
			if sits {
				if other, taken := on[near]; taken {
					t.Fatalf("tick %d: birds %d and %d sit on the same seat, %d", current.Tick, other, i, near)
				}
				on[near] = i
			}
			if sits && !sat {
				if left[i] > 0 && current.Tick-left[i] < 60 {
					t.Fatalf("bird %d left at tick %d and lands again at %d, want at least 60 ticks later", i, left[i], current.Tick)
				}
				if v := old.Vel[i].Len(); v > 4 {
					t.Fatalf("bird %d lands at %v m/s, want at most 4", i, v)
				}
				landed[i] = current.Tick
			}
			if sat && !sits {
				if current.Tick-landed[i] < 2 && landed[i] > 0 {
					t.Fatalf("bird %d landed at tick %d and leaves at %d, want at least 2 ticks later", i, landed[i], current.Tick)
				}
				left[i] = current.Tick
			}
		}
		old, current = current, old
	}
	return landed, left
}

func nearestSeat(seats []around.Seat, pos [3]float32) (seat int, d float64) {
	d = math.Inf(1)
	for k, s := range seats {
		if x := math.Hypot(math.Hypot(float64(pos[0]-s.At.X), float64(pos[2]-s.At.Z)), float64(pos[1]-s.At.Y)); x < d {
			seat, d = k, x
		}
	}
	return seat, d
}

// Birds settle on a wire until all its seats are taken. They sit upright with folded wings and face across
// the wire, each in a slightly different direction. The other birds fly on.
func TestBirdsSettle(t *testing.T) {
	w := world(t, wireScene(60, nil))
	flyAndCheckPerching(t, w, 60*60)
	var s flock.Snapshot
	w.Snapshot(&s)
	all := sittingBirds(&s)
	if len(all) != 40 {
		t.Fatalf("%d birds sit on 40 seats, want 40", len(all))
	}
	ways := map[float32]bool{}
	for _, i := range all {
		if s.Phase[i] != 0.5 || s.Up[i][1] < 0.7 {
			t.Errorf("bird %d sits with phase %v and up %v, want 0.5 and upright", i, s.Phase[i], s.Up[i])
		}
		faces := s.Vel[i].Normalize()
		if math.Abs(float64(faces[2])) < 0.7 || s.Vel[i].Len() > 0.021 {
			t.Errorf("bird %d faces %v at %v m/s, want across the wire and at rest", i, faces, s.Vel[i].Len())
		}
		ways[faces[0]] = true
	}
	if len(ways) < 20 {
		t.Errorf("the birds face %d ways, want at least 20", len(ways))
	}
	for i := range s.Vel {
		if v := s.Vel[i].Len(); s.Flags[i]&flock.Perched == 0 && v < 4.9 {
			t.Errorf("bird %d flies at %v m/s, want at least 5", i, v)
		}
	}
}

// When the wire closes, the birds leave in a wave, or all at once. When it opens, they come back.
func TestBirdsLeave(t *testing.T) {
	for _, c := range []struct {
		leave         string
		least, most   float64 // time from the first take-off to the last, s
		least2, most2 float64 // time in which the wave runs from end to end, by linear regression, s
	}{
		{"wave", 1, 2.6, 1.2, 2.1},
		{"together", 0, 0.5, -0.3, 0.3},
	} {
		def := wireScene(60, func(p *around.Perch) { p.Leave = c.leave })
		def.Schedule = []schedule.Change{{At: 50, Thing: "wire", Key: "open", Value: false}, {At: 60, Thing: "wire", Key: "open", Value: true}}
		w := world(t, def)
		flyAndCheckPerching(t, w, 50*60)
		var s flock.Snapshot
		w.Snapshot(&s)
		sat := sittingBirds(&s)
		seats := s.Pos
		seats = slices.Clone(seats)
		_, left := flyAndCheckPerching(t, w, 5*60)
		var line lineFit
		first, last := math.Inf(1), 0.0
		for _, i := range sat {
			if left[i] == 0 {
				t.Fatalf("%s: bird %d did not leave", c.leave, i)
			}
			x, y := float64(seats[i][0]), float64(left[i]-50*60)/60
			first, last = math.Min(first, y), math.Max(last, y)
			line.add(x, y)
		}
		n, slope := line.n, 20*line.slope()
		if n != 40 || last-first < c.least || last-first > c.most || slope < c.least2 || slope > c.most2 {
			t.Errorf("%s: %v birds leave from %v s to %v s, with %v s per metre along the wire, which is outside the range", c.leave, n, first, last, slope)
		}
		flyAndCheckPerching(t, w, 60*60)
		if w.Snapshot(&s); len(sittingBirds(&s)) != 40 {
			t.Errorf("%s: %d birds came back to 40 seats, want 40", c.leave, len(sittingBirds(&s)))
		}
	}
}

type lineFit struct{ n, sx, sy, sxx, sxy float64 }

func (f *lineFit) add(x, y float64) {
	f.n, f.sx, f.sy, f.sxx, f.sxy = f.n+1, f.sx+x, f.sy+y, f.sxx+x*x, f.sxy+x*y
}

func (f *lineFit) slope() float64 { return (f.n*f.sxy - f.sx*f.sy) / (f.n*f.sxx - f.sx*f.sx) }

// When a patch closes, birds leave it in a ring that grows from the middle at 12 m/s.
func TestBirdsLeaveAPatch(t *testing.T) {
	middle := mgl32.Vec3{0, 3, 15}
	def := wireScene(60, func(p *around.Perch) {
		p.Points, p.Radius, p.Spacing = []vec.Vec{vec.FromArray(middle)}, 12, 2.7
	})
	def.Schedule = []schedule.Change{{At: 50, Thing: "wire", Key: "open", Value: false}}
	w := world(t, def)
	flyAndCheckPerching(t, w, 50*60)
	var s flock.Snapshot
	w.Snapshot(&s)
	sat, seats := sittingBirds(&s), slices.Clone(s.Pos)
	_, left := flyAndCheckPerching(t, w, 5*60)
	var ring lineFit
	for _, i := range sat {
		if left[i] == 0 {
			t.Fatalf("bird %d stays", i)
		}
		ring.add(float64(seats[i].Sub(middle).Len()), float64(left[i]-50*60)/60)
	}
	if speed := 1 / ring.slope(); len(sat) < 50 || speed < 9 || speed > 16 {
		t.Errorf("%d birds leave in a ring that grows at %v m/s, want 50 and about 12 m/s", len(sat), speed)
	}
}

// Each bird stays for a different time, and then other birds take its seat.
func TestBirdsRest(t *testing.T) {
	w := world(t, wireScene(60, func(p *around.Perch) { p.Rest = 10 }))
	landed, left := flyAndCheckPerching(t, w, 60*60)
	times, sat := map[int64]bool{}, 0
	for i := range landed {
		if landed[i] > 0 {
			sat++
		}
		if stay := left[i] - landed[i]; landed[i] > 0 && stay > 0 {
			times[stay] = true
			if stay < 175 || stay > 605 {
				t.Errorf("bird %d stayed for %v s, want 3 to 10", i, float64(stay)/60)
			}
		}
	}
	if len(times) < 10 || sat < 50 {
		t.Errorf("%d birds sat for %d different times, want 50 and 10", sat, len(times))
	}
}

// Birds settle in a wind and sit still in it. A World that resumes from a checkpoint continues in the same
// way.
func TestBirdsSettleInAWind(t *testing.T) {
	def := windy(wireScene(60, nil), newWind("speed", float32(4), "from", float32(60)), newWind("form", "gusts", "speed", float32(3)))
	w := world(t, def)
	flyAndCheckPerching(t, w, 8*60)
	var some flock.Snapshot
	w.Snapshot(&some)
	if n := len(sittingBirds(&some)); n < 5 || n > 38 {
		t.Fatalf("%d birds sit; the test needs 5 to 38", n)
	}
	second, err := flock.Resume(w.Checkpoint(), 2, flock.Grid, model.All()...)
	if err != nil {
		t.Fatal(err)
	}
	flyAndCheckPerching(t, w, 50*60)
	fly(t, second, nil, 50*60)
	if w.Hash() != second.Hash() {
		t.Error("the resumed World has another state")
	}
	var s flock.Snapshot
	if w.Snapshot(&s); len(sittingBirds(&s)) != 40 {
		t.Errorf("%d birds sit on 40 seats, want 40", len(sittingBirds(&s)))
	}
}

// Birds of two flocks may sit on the same open perch, each on its own seat.
func TestFlocksShareAPerch(t *testing.T) {
	def := wireScene(30, nil)
	def.Species = "sparrow"
	other := def.Flock
	other.Species = "finch"
	def.Others = []flock.Flock{other}
	w := world(t, def)
	flyAndCheckPerching(t, w, 40*60)
	var s flock.Snapshot
	w.Snapshot(&s)
	if n := len(sittingBirds(&s)); n != 40 {
		t.Errorf("%d birds sit on 40 seats, want 40", n)
	}
}

func TestBirdsSettleInEveryModel(t *testing.T) {
	for _, m := range model.All() {
		if m.Plane() {
			continue
		}
		def := sceneNearGround(m, "")
		def.Others, def.Flees, def.WarmUp = nil, nil, 0
		p := def.Surroundings.Add("perch").(*around.Perch)
		p.Points, p.Rest, p.Calls = []vec.Vec{{X: -10, Y: 12}, {X: 10, Y: 12}}, 0, 20
		w := world(t, def)
		fly(t, w, nil, 100*def.TickRate)
		var s flock.Snapshot
		w.Snapshot(&s)
		if n := len(sittingBirds(&s)); n < 20 {
			t.Errorf("%s: %d of 40 birds settled, want at least 20", m.Name(), n)
		}
	}
}

// Birds settle all over a patch and approach it from above. They approach a wire from below.
func TestBirdsSettleInAPatch(t *testing.T) {
	const height = 3
	w := world(t, wireScene(60, func(p *around.Perch) {
		p.Points, p.Radius, p.Spacing = []vec.Vec{{Y: height, Z: 15}}, 5, 0.8
	}))
	if rise := meanApproach(t, w, 40, height); rise < 0.1 {
		t.Errorf("birds that land in a patch are %v m above it on average, want at least 0.1 m", rise)
	}
	if rise := meanApproach(t, world(t, wireScene(40, nil)), 40, 9); rise > -0.1 {
		t.Errorf("birds that land on a wire are %v m above it on average, want at least 0.1 m below", rise)
	}
	var s flock.Snapshot
	w.Snapshot(&s)
	if n := len(sittingBirds(&s)); n != 60 {
		t.Fatalf("%d of 60 birds sit, want all", n)
	}
	quarters := map[[2]bool]int{}
	for _, pos := range s.Pos {
		quarters[[2]bool{pos[0] > 0, pos[2] > 15}]++
	}
	for k, n := range quarters {
		if n < 6 || n > 26 || len(quarters) != 4 {
			t.Errorf("%d birds sit in quarter %v, want about 15; all quarters: %v", n, k, quarters)
		}
	}
}

// meanApproach returns the mean height, above seats at the given height, of the birds that are about to sit
// down, in metres.
func meanApproach(t *testing.T, w *flock.World, halfSeconds int, seats float64) float64 {
	t.Helper()
	var s flock.Snapshot
	sum, n := 0.0, 0
	for range halfSeconds {
		flyAndCheckPerching(t, w, 30)
		w.Snapshot(&s)
		for i := range s.Pos {
			if s.Flags[i]&flock.Landing != 0 {
				sum, n = sum+float64(s.Pos[i][1])-seats, n+1
			}
		}
	}
	if n < 20 {
		t.Fatalf("%d birds were seen just before they sat, want at least 20", n)
	}
	return sum / float64(n)
}

// Birds settle on the edge of a roof. A perch inside the house is an error.
func TestPerchOnARoof(t *testing.T) {
	def := wireScene(40, func(p *around.Perch) { p.Points = []vec.Vec{{X: -5, Y: 10, Z: 15}, {X: 5, Y: 10, Z: 15}} })
	house := def.Surroundings.Add("obstacle").(*around.Obstacle)
	house.Name, house.Shape, house.At, house.Size = "house", "box", vec.Vec{Y: 5, Z: 18}, vec.Vec{X: 14, Y: 10, Z: 8}
	w := world(t, def)
	fly(t, w, nil, 60*60)
	var s flock.Snapshot
	w.Snapshot(&s)
	if n := len(sittingBirds(&s)); n != 20 {
		t.Errorf("%d birds sit on 20 seats of a roof, want 20", n)
	}
	inner := def
	inner.Surroundings = def.Surroundings.Clone()
	inner.Surroundings.Perches[0].Points = []vec.Vec{{X: -20, Y: 8, Z: 18}, {X: 20, Y: 8, Z: 18}}
	err := inner.Validate()
	if err == nil || !strings.Contains(err.Error(), "perch wire: seat ") || !strings.Contains(err.Error(), "inside the obstacle house") {
		t.Errorf("a wire through a house gives the error %v, want one that names the perch and the house", err)
	}
	if w.SetSurroundings(inner.Surroundings) == nil {
		t.Error("a wire through a house was accepted during the flight")
	}
}
