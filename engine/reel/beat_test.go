package reel

import (
	"math"
	"testing"

	"skein/flock"
)

// Two frames are one second apart. The wings of a bird that beats 4.3 times in this second move at this
// rate. The wings of a gliding bird are only interpolated. If the frames are less than a beat apart, all
// wings are only interpolated.
func TestBeat(t *testing.T) {
	frame := func(tick int64, phases ...float32) *flock.Snapshot {
		s := &flock.Snapshot{Tick: tick, TickRate: 10, Phase: phases, Flags: make([]flock.Flags, len(phases))}
		for range phases {
			s.Pos, s.Vel, s.Up = append(s.Pos, [3]float32{}), append(s.Vel, [3]float32{0, 0, 9}), append(s.Up, [3]float32{0, 1, 0})
		}
		return s
	}
	a, b := frame(0, 0.9, 0.5), frame(10, 0.2, 0.5)
	b.Flags[1] = flock.Gliding
	var common flock.Snapshot
	for k := range 100 {
		share := float64(k) / 100
		for usual, beats := range map[float64]float64{4: 4.3, 4.75: 4.3, 4.9: 5.3, 14_400: 14_400.3, 0.9: 0.3, 0: 0.3} {
			boids, later := Interpolate(nil, a, b, float32(share), &common)
			Beat(boids, a, later, share, func(int) float64 { return usual })
			want := 0.9 + beats*share
			want -= math.Floor(want)
			if offset := math.Abs(float64(boids[0].Phase) - want); min(offset, 1-offset) > 1e-6 {
				t.Errorf("usually %v beats: at %v the phase is %v, want %v", usual, share, boids[0].Phase, want)
			}
			if boids[1].Phase != 0.5 {
				t.Errorf("the bird that glides has the phase %v, want 0.5", boids[1].Phase)
			}
		}
	}
}
