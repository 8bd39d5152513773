package flock

import (
	"fmt"
	"math"
	"testing"
)

func BenchmarkCrowd(b *testing.B) {
	for _, n := range []int{250, 1000, 20000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := world(b, CrowdDef(n, Ball))
			for range 3 {
				w.Step()
			}
			var events []Event
			for b.Loop() {
				w.Step()
				events = w.TakeEvents(events[:0])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/boid")
		})
	}
}

// The crowd has the neighbours that it is said to have.
func TestCrowdHasTwentyNeighbours(t *testing.T) {
	for _, shape := range []StartShape{Ball, Box, Blob} {
		for _, n := range []int{250, 4000} {
			w := world(t, CrowdDef(n, shape))
			indexAlone(w)
			seen := 0
			s := &w.flocks[0].scratch[0]
			for slot := range n {
				w.flocks[0].find(s, &s.hits, slot, w.flocks[0].set.vision2)
				seen += s.hits.n - 1
			}
			if mean := float64(seen) / float64(n); math.Abs(mean-20) > 2 {
				t.Errorf("%d in a %s: %.1f neighbours", n, StartShapes()[shape], mean)
			}
		}
	}
}
