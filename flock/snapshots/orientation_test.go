package snapshots

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// The rotation of three axes has the bits of mgl32's for a matrix with these columns.
func TestRotationOfAxes(t *testing.T) {
	for k := range 1000 {
		z := vec.SymmetricVec(vec.Random(1, k, 3000, 0)).Unit()
		y := vec.Upright(vec.SymmetricVec(vec.Random(1, k, 3000, 1)), z)
		x := y.Cross(z)
		m := mgl32.Mat3FromCols(x.Array(), y.Array(), z.Array())
		if got, want := rotationOf(x, y, z), mgl32.Mat4ToQuat(m.Mat4()); got != want {
			t.Fatalf("axes %v %v %v: the rotation is %v, want %v", x, y, z, got, want)
		}
	}
}

// A large flock, which several goroutines interpolate, gives the same result as its parts.
func TestInterpolateLargeFlock(t *testing.T) {
	const n = 10_000
	var both [2]Snapshot
	for k := range both {
		s := &both[k]
		s.Tick, s.TickRate = int64(k), 30
		for i := range n {
			s.Pos = append(s.Pos, vec.SymmetricVec(vec.Random(2, i, 3001, int64(k))).Scale(50).Array())
			s.Vel = append(s.Vel, vec.SymmetricVec(vec.Random(2, i, 3002, int64(k))).Scale(9).Array())
			s.Up = append(s.Up, mgl32.Vec3{0, 1, 0})
			s.Phase, s.Flags = append(s.Phase, float32(i%7)/7), append(s.Flags, 0)
		}
	}
	all := Interpolate(nil, &both[0], &both[1], 0.3)
	for from := 0; from < n; from += 1000 {
		var parts [2]Snapshot
		for k, s := range both {
			parts[k] = s
			parts[k].Pos, parts[k].Vel, parts[k].Up = s.Pos[from:from+1000], s.Vel[from:from+1000], s.Up[from:from+1000]
			parts[k].Phase, parts[k].Flags = s.Phase[from:from+1000], s.Flags[from:from+1000]
		}
		if part := Interpolate(nil, &parts[0], &parts[1], 0.3); !slices.Equal(part, all[from:from+1000]) {
			t.Fatalf("boids %d to %d differ from those of the whole flock", from, from+999)
		}
	}
}
