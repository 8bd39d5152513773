package tracks

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/vec"
)

func circling(radius, speed float64, rate, rows int) string {
	var b strings.Builder
	b.WriteString("id,t,x,y,z\n")
	for k := range rows {
		at := float64(k) / float64(rate)
		sin, cos := math.Sincos(speed / radius * at)
		fmt.Fprintf(&b, "1,%v,%v,%v,20\n", at, radius*cos, radius*sin)
	}
	return b.String()
}

// A bird in a turn banks by the arctangent of v²/rg, and points along its path.
func TestBankOfATurn(t *testing.T) {
	const radius, speed = 30.0, 12.0
	_, frames := all(t, save(t, "a.csv", circling(radius, speed, 60, 241)), Options{})
	bank := math.Atan(speed * speed / (radius * 9.81))
	for k := 12; k < 229; k += 12 {
		at := float64(k) / 60 * speed / radius
		s := &frames[k]
		vel := mgl32.Vec3{float32(-speed * math.Sin(at)), 0, float32(-speed * math.Cos(at))}
		if s.Vel[0].Sub(vel).Len() > 0.02 {
			t.Fatalf("frame %d: the velocity is %v m/s, want %v", k, s.Vel[0], vel)
		}
		inward := mgl32.Vec3{float32(-math.Cos(at)), 0, float32(math.Sin(at))}
		up := inward.Mul(float32(math.Sin(bank))).Add(mgl32.Vec3{0, float32(math.Cos(bank)), 0})
		if s.Up[0].Sub(up).Len() > 0.005 || math.Abs(float64(s.Up[0].Dot(s.Vel[0]))) > 1e-4 {
			t.Fatalf("frame %d: up is %v, want %v", k, s.Up[0], up)
		}
	}
	straight := "id,t,x,y,z\n1,0,0,0,5\n1,0.5,5,0,5\n1,1,10,0,5\n"
	if _, frames = all(t, save(t, "a.csv", straight), Options{}); frames[1].Up[0] != (mgl32.Vec3{0, 1, 0}) || frames[1].Vel[0] != (mgl32.Vec3{10, 0, 0}) {
		t.Errorf("straight flight: the velocity is %v and up %v, want 10 m/s along x and level", frames[1].Vel[0], frames[1].Up[0])
	}
}

// A bird is present from its first row to its last, except in gaps. In a bridged gap, it follows the cubic,
// which is exact here.
func TestGaps(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,x,y,z,vx,vy,vz\n")
	row := func(id, k int) {
		at := float64(k) / 20
		fmt.Fprintf(&b, "%d,%.4f,%v,%v,%v,%v,%v,%v\n", id, at, 1+at-at*at*at, 2.0, 20+3*at*at, 1-3*at*at, 0.0, 6*at)
	}
	for k := range 60 {
		row(4, k)
		if k >= 10 && k < 50 && (k < 20 || k > 24) {
			row(9, k)
		}
	}
	path := save(t, "a.csv", b.String())
	for bridge, away := range map[float64]bool{0: true, 0.2: true, 0.35: false} {
		tracks, frames := all(t, path, Options{Bridge: bridge})
		if tracks.FPS != 20 || len(frames) != 60 || tracks.Birds != 2 || tracks.Most != 2 {
			t.Fatalf("there are %d frames at %d a second with %d birds, want 60, 20 and 2", len(frames), tracks.FPS, tracks.Birds)
		}
		for k := range frames {
			there := k >= 10 && k < 50 && (!away || k < 20 || k > 24)
			if _, is := frames[k].Index(9); is != there || frames[k].Tick != int64(k) {
				t.Errorf("bridge %v, frame %d: bird 9 is there: %v, want %v", bridge, k+1, is, there)
				continue
			}
			at := float64(k) / 20
			if want := (mgl32.Vec3{float32(1 + at - at*at*at), float32(20 + 3*at*at), -2}); there && positionOf(t, &frames[k], 9).Sub(want).Len() > 1e-4 {
				t.Errorf("bridge %v, frame %d: bird 9 is at %v, want %v", bridge, k+1, positionOf(t, &frames[k], 9), want)
			}
		}
	}
}

// The default frame rate is the rows' rate or a small multiple, from 1 to 1000. A frame at a row's time has
// its values, and others follow the cubic.
func TestFrameRates(t *testing.T) {
	for _, c := range []struct {
		rate   float64
		digits int
		fps    int
	}{{60, 3, 60}, {60, 4, 60}, {25, 2, 25}, {12.5, 3, 25}, {29.97, 5, 30}, {240, 4, 240}, {0.2, 0, 1}, {7, 2, 7}, {5000, 5, 1000}} {
		var b strings.Builder
		b.WriteString("id,t,x,y,z\n")
		for k := range 50 {
			fmt.Fprintf(&b, "1,%.*f,%d,0,10\n", c.digits, float64(k)/c.rate, k)
		}
		tracks, _ := all(t, save(t, "a.csv", b.String()), Options{})
		if tracks.FPS != c.fps || tracks.TickRate%c.fps != 0 || tracks.TickRate < 10 {
			t.Errorf("%v rows a second give %d frames and %d ticks a second, want %d frames", c.rate, tracks.FPS, tracks.TickRate, c.fps)
		}
	}
	var b strings.Builder
	b.WriteString("id,t,x,y,z,vx,vy,vz\n")
	for k := range 21 {
		at := float64(k) / 10
		fmt.Fprintf(&b, "1,%v,%v,0,10,%v,0,0\n", at, at*at*at, 3*at*at)
	}
	_, frames := all(t, save(t, "a.csv", b.String()), Options{FPS: 24})
	if len(frames) != 49 {
		t.Fatalf("there are %d frames, want 49 for 2 s", len(frames))
	}
	for k := range frames {
		at := float64(k) / 24
		if p, v := frames[k].Pos[0][0], frames[k].Vel[0][0]; math.Abs(float64(p)-at*at*at) > 1e-5 || math.Abs(float64(v)-3*at*at) > 1e-4 {
			t.Errorf("at %v s the bird is at %v with %v m/s, want the interpolated values", at, p, v)
		}
	}
	if _, frames = all(t, save(t, "a.csv", circling(30, 12, 1000, 451)), Options{FPS: 10}); len(frames) != 5 || frames[4].Len() != 1 {
		t.Errorf("%d frames were made of closer rows, want 5", len(frames))
	}
}

// Wings beat at the table's rate or else the requested one, and are held open in a steep descent.
func TestWingbeats(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,x,y,z,wingbeat\n")
	for k := range 101 {
		at := float64(k) / 50
		fmt.Fprintf(&b, "1,%v,%v,0,10,%v\n", at, 10*at, 3+at)   // the phase at 3 to 5 beats per second is 3t + t²/2
		fmt.Fprintf(&b, "2,%v,%v,0,50,\n", at, 10*at)           // level
		fmt.Fprintf(&b, "3,%v,%v,0,%v,\n", at, 10*at, 200-8*at) // down
	}
	_, frames := all(t, save(t, "a.csv", b.String()), Options{Flap: 6, Sink: 2})
	turns := map[int]float64{}
	held := 0
	for k := 1; k < len(frames); k++ {
		for i, id := range frames[k].IDs {
			ahead := float64(frames[k].Phase[i] - frames[k-1].Phase[i])
			turns[int(id)] += ahead - math.Floor(ahead)
			if id == 3 && frames[k].Flags[i]&flock.Gliding != 0 {
				held++
			} else if frames[k].Flags[i] != 0 {
				t.Fatalf("bird %d has the flags %b, want none", id, frames[k].Flags[i])
			}
		}
	}
	if math.Abs(turns[1]-8) > 0.01 {
		t.Errorf("there are %v wingbeats in 2 s, want 3·2 + 2", turns[1])
	}
	if turns[2] < 0.9*12 || turns[2] > 1.1*12 {
		t.Errorf("there are %v wingbeats in 2 s, want about 12", turns[2])
	}
	if turns[3] > 1.2 || held < 80 {
		t.Errorf("a bird that sinks at 8 m/s beats its wings %v times and glides in %d of 100 frames, want at most 1.2 and at least 80", turns[3], held)
	}
	if frames[0].Phase[0] == frames[0].Phase[1] {
		t.Error("all birds begin their wingbeat at the same time")
	}
}

// Smoothing keeps a parabola and reduces noise, and is off by default.
func TestSmooth(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,x,y,z\n")
	die := vec.Dice(1, 9000)
	for k := range 200 {
		at := float64(k) / 50
		fmt.Fprintf(&b, "1,%v,%v,%v,20\n", at, 5*at-at*at, 3*at+0.2*float64(vec.Symmetric(die.Roll(0, int64(k)))))
	}
	path := save(t, "a.csv", b.String())
	off := func(o Options) (bend, noise float64) {
		_, frames := all(t, path, o)
		for k := range frames {
			at := float64(k) / 50
			bend = max(bend, math.Abs(float64(frames[k].Pos[0][0])-(5*at-at*at)))
			noise += math.Pow(float64(-frames[k].Pos[0][2])-3*at, 2) / 200
		}
		return bend, math.Sqrt(noise)
	}
	_, raw := off(Options{})
	bend, noise := off(Options{Smooth: 0.3})
	// a parabola through 31 points reduces the variance of noise to 9/(4·31)
	if bend > 1e-5 || noise > 0.4*raw || raw < 0.1 {
		t.Errorf("the path is off a parabola by %v, and noise of %[3]v m became %[2]v m, want at most 0.4 of it", bend, noise, raw)
	}
}

// Ids are the numbers in the table. Names get ids species by species, in order.
func TestIDs(t *testing.T) {
	rows := func(names ...string) string {
		text := "id,t,species,x,y,z\n"
		for k, n := range names {
			id, species, _ := strings.Cut(n, "/")
			text += fmt.Sprintf("%s,0,%s,%d,0,9\n%s,1,%s,%d,1,9\n", id, species, k, id, species, k)
		}
		return text
	}
	for name, c := range map[string]struct {
		text   string
		ids    []int32
		counts []int
		x      []float32 // X of each bird, in order
	}{
		"kept":          {rows("7", "3", "12"), []int32{3, 7, 12}, []int{13}, []float32{1, 0, 2}},
		"far apart":     {rows("7", "3", "1e9"), []int32{0, 1, 2}, []int{3}, []float32{1, 0, 2}},
		"named":         {rows("kes", "jack", "tom"), []int32{0, 1, 2}, []int{3}, []float32{1, 0, 2}},
		"halves":        {rows("1.5", "1"), []int32{0, 1}, []int{2}, []float32{1, 0}},
		"negative":      {rows("-1", "1"), []int32{0, 1}, []int{2}, []float32{0, 1}},
		"species":       {rows("7/rook", "3/rook", "12/daw"), []int32{3, 7, 12}, []int{8, 5}, []float32{1, 0, 2}},
		"mixed species": {rows("7/rook", "3/rook", "5/daw"), []int32{0, 1, 2}, []int{2, 1}, []float32{1, 0, 2}},
		"long":          {rows("20190601052030253", "20190601052030252"), []int32{0, 1}, []int{2}, []float32{1, 0}},
		"written twice": {rows("7", "007", "1e2", "100"), []int32{0, 1, 2, 3}, []int{4}, []float32{1, 0, 3, 2}},
		"both 1":        {rows("1/rook", "1/daw"), []int32{0, 1}, []int{1, 1}, []float32{0, 1}},
	} {
		tracks, frames := all(t, save(t, "a.csv", c.text), Options{})
		var x []float32
		for _, p := range frames[0].Pos {
			x = append(x, p[0])
		}
		if !slices.Equal(frames[0].IDs, c.ids) || !slices.Equal(tracks.Counts, c.counts) || !slices.Equal(x, c.x) {
			t.Errorf("%s: the ids are %v with counts %v at %v; want %v with %v at %v", name, frames[0].IDs, tracks.Counts, x, c.ids, c.counts, c.x)
		}
		if kept := name == "kept" || name == "species"; kept != (tracks.Names == nil) {
			t.Errorf("%s: names %v", name, tracks.Names)
		}
	}
}

// A bird with only one row is present only if the table has its velocity.
func TestOneRow(t *testing.T) {
	const rest = "1,0,0,0,9,1,0,0\n1,0.1,0.1,0,9,1,0,0\n"
	_, frames := all(t, save(t, "a.csv", "id,t,x,y,z,vx,vy,vz\n"+rest+"2,0.1,5,0,9,0,3,0\n"), Options{})
	if frames[0].Len() != 1 || frames[1].Len() != 2 || frames[1].Vel[1] != (mgl32.Vec3{0, 0, -3}) {
		t.Errorf("%v", frames)
	}
	tracks, frames := all(t, save(t, "a.csv", "id,t,x,y,z\n1,0,0,0,9\n1,0.1,0.1,0,9\n2,0.1,5,0,9\n"), Options{})
	if frames[1].Len() != 1 || len(tracks.Notes) != 1 || !strings.Contains(tracks.Notes[0], "skipped 1 of 3 rows") {
		t.Errorf("%v, %v", frames, tracks.Notes)
	}
}

// If all rows after a gap are between two frames, the bird is absent from then on.
func TestRowsBetweenFrames(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,x,y,z\n")
	for k := range 301 {
		at := float64(k) / 100
		if k < 100 {
			fmt.Fprintf(&b, "1,%.3f,%v,0,10\n", at+0.003, at)
		}
		fmt.Fprintf(&b, "2,%.3f,%v,5,10\n", at, at)
	}
	b.WriteString("1,1.009,1,0,10\n1,1.019,1.01,0,10\n")
	_, frames := all(t, save(t, "a.csv", b.String()), Options{FPS: 10})
	if len(frames) != 31 {
		t.Fatalf("there are %d frames, want 31 for 3 s", len(frames))
	}
	for k := range frames {
		if _, there := frames[k].Index(1); there != (k <= 10) {
			t.Errorf("frame %d: bird 1 is there: %v, want the opposite", k, there)
		}
		positionOf(t, &frames[k], 2)
	}
}

// Up-vectors become unit vectors perpendicular to the heading, and valid ones stay unchanged.
func TestUpVectorsOfATable(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,t,x,y,z,ux,uy,uz\n")
	for k := range 41 { // some up-vectors are long and lean into the turn
		at := float64(k) / 10
		sin, cos := math.Sincos(at)
		fmt.Fprintf(&b, "1,%v,%v,%v,20,%v,%v,%v\n", at, 10*cos, 10*sin, -3*cos, -3*sin, 4)
	}
	_, frames := all(t, save(t, "a.csv", b.String()), Options{FPS: 30})
	for k := 3; k < len(frames)-3; k++ {
		up, v := frames[k].Up[0], frames[k].Vel[0]
		if math.Abs(float64(up.Len()-1)) > 1e-6 || math.Abs(float64(up.Dot(v.Normalize()))) > 1e-6 {
			t.Errorf("frame %d: up %v has the length %v and a part of %v along the course, want 1 and 0", k, up, up.Len(), up.Dot(v.Normalize()))
		}
		sin, cos := math.Sincos(float64(k/3) / 10) // the up-vector of the last row applies
		if want := (mgl32.Vec3{float32(-0.6 * cos), 0.8, float32(0.6 * sin)}); up.Sub(want).Len() > 0.05 {
			t.Errorf("frame %d: up is %v, want about %v", k, up, want)
		}
	}
	_, frames = all(t, save(t, "a.csv", "id,t,x,y,z,ux,uy,uz\n1,0,0,0,9,0,0.6000001,0.8\n1,1,1,0,9,0,0,5\n"), Options{})
	if frames[0].Up[0] != (mgl32.Vec3{0, 0.8, -0.6000001}) || frames[1].Up[0] != (mgl32.Vec3{0, 1, 0}) {
		t.Errorf("up %v and %v", frames[0].Up[0], frames[1].Up[0])
	}
}
