package flock

import "testing"

// The mean of all boids equals a mean computed in float64, for every number of workers.
func TestMeanOfAllBoids(t *testing.T) {
	for _, workers := range []int{1, 2, 3} {
		d := small(1000)
		d.Workers = workers
		put(&d.Params, "roost_agree", true, "roost_pull", 0.1)
		w := world(t, d)
		f := w.flocks[0]
		if len(f.beforeTicks) == 0 {
			t.Fatal("no rule has a method BeforeTick")
		}
		for range 50 {
			var pos, vel [3]float64
			for slot := range f.N {
				for k, x := range f.Pos(slot).Floats() {
					pos[k] += float64(x)
				}
				for k, x := range f.Vel(slot).Floats() {
					vel[k] += float64(x)
				}
			}
			w.Step()
			gotPos, gotVel := f.beforeTicks[0].all.Mean()
			for k, got := range gotPos.Floats() {
				if want := float32(pos[k] / float64(f.N)); got != want {
					t.Fatalf("%d workers, tick %d: the mean position is %v on axis %d, want %v", workers, w.tick, got, k, want)
				}
			}
			for k, got := range gotVel.Floats() {
				if want := float32(vel[k] / float64(f.N)); got != want {
					t.Fatalf("%d workers, tick %d: mean velocity %v on axis %d, want %v", workers, w.tick, got, k, want)
				}
			}
		}
	}
}
