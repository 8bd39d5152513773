package web

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/web/live"
	"skein/flock"
	"skein/flock/export"
)

type numbers struct{ bytes []byte }

func (n *numbers) unsigned() (value uint64) {
	for shift := 0; ; shift += 7 {
		b := n.bytes[0]
		n.bytes = n.bytes[1:]
		value |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return value
		}
	}
}

func (n *numbers) signed() int64 {
	u := n.unsigned()
	if u%2 == 1 {
		return -int64(u/2) - 1
	}
	return int64(u / 2)
}

type decoded struct {
	flags  int
	values [columnCount]int64
}

func decodeSlowly(data []byte, birds, frames int) [][]decoded {
	n := numbers{data}
	all := make([][]decoded, birds)
	for b := range all {
		all[b] = make([]decoded, frames)
		flags := 0
		for f := range frames {
			flags ^= int(n.unsigned())
			all[b][f].flags = flags
		}
	}
	for column := columnX; column < columnCount; column++ {
		for b := range all {
			var known []int64
			for f := range frames {
				if all[b][f].flags&live.Present == 0 {
					continue
				}
				predicted := int64(0)
				switch k := len(known); {
				case k >= 2 && column <= columnPhase:
					predicted = 2*known[k-1] - known[k-2]
				case k >= 1:
					predicted = known[k-1]
				}
				known = append(known, predicted+n.signed())
				all[b][f].values[column] = known[len(known)-1]
			}
		}
	}
	if len(n.bytes) > 0 {
		panic(fmt.Sprintf("%d bytes are left", len(n.bytes)))
	}
	return all
}

func randomFrames(r *rand.Rand, birds, frames int) (all []export.Frame) {
	state := make([]export.Boid, birds)
	for k := range state {
		state[k] = export.Boid{ID: 3 * k, Pos: mgl32.Vec3{r.Float32() * 40, 20, r.Float32() * 40}, Vel: mgl32.Vec3{r.Float32() * 10, 0, 9}, Rotation: mgl32.QuatIdent()}
	}
	for f := range frames {
		frame := export.Frame{Number: f + 1, Seconds: float64(f) / 30, Sizes: []float32{1, 1}}
		for k := range state {
			b := &state[k]
			b.Vel = b.Vel.Add(mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5})
			b.Pos = b.Pos.Add(b.Vel.Mul(1.0 / 30))
			b.Rotation = b.Rotation.Mul(mgl32.QuatRotate(r.Float32()*0.1, mgl32.Vec3{0, 1, 0})).Normalize()
			b.Turns += 0.1 + 0.1*r.Float64()
			b.Flags = 0
			switch r.IntN(20) {
			case 0:
				b.Flags, b.Pos = flock.Jumped, mgl32.Vec3{-500, 3, r.Float32()}
			case 1:
				b.Flags = flock.Leading
			case 2:
				b.Flags = flock.Perched
			case 3:
				continue // the bird is absent
			}
			frame.Boids = append(frame.Boids, *b)
		}
		all = append(all, frame)
	}
	return all
}

func TestFlightKeepsTheRecording(t *testing.T) {
	const birds, frames = 40, 60
	r := rand.New(rand.NewPCG(1, 2))
	all := randomFrames(r, birds, frames)
	var ids [2][]int
	for k := range birds {
		ids[k/25] = append(ids[k/25], 3*k)
	}
	f, err := newFlight(ids[:], frames, 0.37)
	if err != nil {
		t.Fatal(err)
	}
	for k := range all {
		f.add(&all[k], 1.0/30)
	}
	var packed bytes.Buffer
	if err := f.pack(&packed); err != nil {
		t.Fatal(err)
	}
	if err := f.pack(io.Discard); err == nil {
		t.Error("a flight that was written can be written again, although its columns are empty")
	}
	data, err := io.ReadAll(flate.NewReader(&packed))
	if err != nil {
		t.Fatal(err)
	}
	got := decodeSlowly(data, birds, frames)
	var distance, angle float64
	present := 0
	for k := range all {
		next := all[k].Boids
		for b := range birds {
			one := &got[b][k]
			if len(next) == 0 || next[0].ID != 3*b {
				if one.flags != 0 {
					t.Fatalf("bird %d has flags %b in frame %d, in which it is absent", b, one.flags, k)
				}
				continue
			}
			want := next[0]
			next = next[1:]
			present++
			if jumped := one.flags&live.Jumped != 0; one.flags&live.Present == 0 || jumped != (want.Flags&flock.Jumped != 0) {
				t.Fatalf("bird %d has flags %b in frame %d, want those of %v", b, one.flags, k, want.Flags)
			}
			if leads := one.flags&live.Leading != 0; leads != (want.Flags&flock.Leading != 0) {
				t.Fatalf("bird %d leads: %v in frame %d", b, leads, k)
			}
			v := one.values
			pos := mgl32.Vec3{float32(v[columnX]), float32(v[columnY]), float32(v[columnZ])}.Mul(f.about.Quantum)
			distance = max(distance, float64(pos.Sub(want.Pos).Len()))
			q := mgl32.Quat{W: float32(v[columnQW]), V: mgl32.Vec3{float32(v[columnQX]), float32(v[columnQY]), float32(v[columnQZ])}}.Normalize()
			axis := q.Rotate(mgl32.Vec3{0, 0, 1}).Dot(want.Rotation.Rotate(mgl32.Vec3{0, 0, 1}))
			angle = max(angle, math.Acos(min(float64(axis), 1)))
			if d := float64(v[columnPhase])/phaseSteps - want.Turns; math.Abs(d) > 0.5/phaseSteps {
				t.Fatalf("the wingbeat of bird %d differs by %g turns in frame %d", b, d, k)
			}
		}
	}
	if present < birds*frames/2 {
		t.Fatalf("only %d birds were present", present)
	}
	// A float32 has 24 significant bits. So positions of up to 500 m are exact to 6e-5 m, and angles between
	// unit vectors to about 5e-4.
	if distance > f.worst.distance()+1e-4 || f.worst.distance() > 0.002 || distance < f.worst.distance()/2 {
		t.Errorf("positions differ by up to %g m, and the flight states %g m", distance, f.worst.distance())
	}
	if angle > f.worst.angle()+1e-3 || f.worst.angle() > 0.002 {
		t.Errorf("directions differ by up to %g, and the flight states %g", angle, f.worst.angle())
	}
}

func TestFlightRefusesTooManyBirds(t *testing.T) {
	if _, err := newFlight([][]int{make([]int, 5000)}, 2401, 0.4); err == nil {
		t.Error("a flight of 12,005,000 birds times frames was accepted")
	}
	if _, err := newFlight([][]int{make([]int, 5000)}, 2400, 0.4); err != nil {
		t.Error(err)
	}
}
