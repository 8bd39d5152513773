package flock

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"skein/flock/cloud"
)

// BenchmarkCrowd times ticks of two scenes on one and two workers, and reports the median and the mean in ms.
// Ticks that sort the boids affect only the mean.
func BenchmarkCrowd(b *testing.B) {
	scenes := []struct {
		name string
		def  func(n int) Def
	}{
		{"bench", func(n int) Def { return CrowdDef(n, cloud.Ball) }},
		{"full", fullDef},
	}
	for _, scene := range scenes {
		for _, n := range []int{1000, 20_000, 100_000} {
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%s/boids=%d/workers=%d", scene.name, n, workers), func(b *testing.B) {
					d := scene.def(n)
					d.Workers = workers
					benchmarkTicks(b, d)
				})
			}
		}
	}
}

// benchmarkTicks restarts the flock from time to time, because flocks of these scenes disperse.
func benchmarkTicks(b *testing.B, d Def) {
	const ticksOfFlock = 150
	var took []float64
	var events []Event
	for n := 0; n < b.N; {
		b.StopTimer()
		w := world(b, d)
		for range 5 {
			w.Step()
		}
		b.StartTimer()
		for k := 0; k < ticksOfFlock && n < b.N; k, n = k+1, n+1 {
			start := time.Now()
			w.Step()
			events = w.TakeEvents(events[:0])
			took = append(took, time.Since(start).Seconds()*1000)
		}
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "median-ms")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N), "mean-ms")
}

// fullDef returns a crowd with all rules of the scene "murmuration". Steering is weak, so that the crowd
// keeps its density for some seconds.
func fullDef(n int) Def {
	crowd, d := CrowdDef(n, cloud.Ball), DefaultDef()
	d.Seed, d.TickRate, d.WarmUp, d.Start = 4, 60, 0, crowd.Start
	d.Start.Speed = 9
	put(&d.Params,
		"count", n, "falloff", "linear", "lonely_count", 0, "salience", 1, "salience_range", 0,
		"vision", 3.5, "separation", 0.04, "separation_radius", 1.5, "cohesion", 0.003, "alignment", 0.01,
		"steer_limit", 0.8, "cruise_speed", 9, "cruise_rate", 0.05, "min_speed", 5, "max_speed", 13,
		"leadership", 0.28, "draw_sigma", 0.1, "eccentricity_floor", 0.3, "front_floor", 0.2, "slow_speed", 0.5,
		"escape_seconds", 3, "escape_strength", 0.09, "escape_speed", 1.2,
		"gust_strength", 0.02, "gust_seconds", 1, "gust_vertical", 0.3,
		"roost_pull", 0.001, "roost_radius", 60, "roost_wander", 8, "roost_height", 10, "meander", 0.05,
		"height_pull", 0.0001, "height_damp", 0.004, "ground_margin", 4,
		"wingspan", 0.7, "flap_rate", 5, "bank_time", 0.8, "glide_sink", 0.25)
	return d
}

// Each crowd has about twenty neighbours per boid, as the benchmarks assume.
func TestCrowdHasTwentyNeighbours(t *testing.T) {
	for _, shape := range []cloud.Shape{cloud.Ball, cloud.Box, cloud.Blob} {
		for _, n := range []int{250, 4000} {
			w := world(t, CrowdDef(n, shape))
			indexAlone(w)
			seen := 0
			s := &w.flocks[0].scratch[0]
			for slot := range n {
				seen += w.flocks[0].Find(s.Memory, slot, w.flocks[0].Settings().Vision2).N - 1
			}
			if mean := float64(seen) / float64(n); math.Abs(mean-20) > 2 {
				t.Errorf("%d boids in a %s have %.1f neighbours, want 20", n, cloud.Shapes()[shape], mean)
			}
		}
	}
}
