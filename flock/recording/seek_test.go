package recording

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"skein/flock"
)

// longRecording returns the path of a recording that repeats a few simulated frames.
func longRecording(b *testing.B, boids, frames int) string {
	b.Helper()
	f := fly(b, boids, 30)
	path := filepath.Join(b.TempDir(), "long.mcap")
	w, err := Create(path, f.meta, Options{})
	if err != nil {
		b.Fatal(err)
	}
	for i := range frames {
		s := f.frames[i%len(f.frames)]
		s.Tick = 2 * int64(i)
		if i%300 == 0 {
			if err := w.Checkpoint(s.Tick, f.checkpoint); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Events(f.events[i%len(f.frames)]); err != nil {
			b.Fatal(err)
		}
		if err := w.Frame(&s); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkHour measures, for an hour at 30 frames per second, the ms to open the recording and to read its
// events, and the longest time to read one of many random frames.
func BenchmarkHour(b *testing.B) {
	for _, boids := range []int{10, 250} {
		b.Run(fmt.Sprint(boids), func(b *testing.B) {
			const frames = 108_000
			path := longRecording(b, boids, frames)
			begun := time.Now()
			r, err := Open(path)
			if err != nil {
				b.Fatal(err)
			}
			defer r.Close()
			opened := time.Since(begun)
			begun = time.Now()
			if _, err := r.Events(); err != nil {
				b.Fatal(err)
			}
			events := time.Since(begun)
			var s flock.Snapshot
			var worst time.Duration
			for b.Loop() {
				begun := time.Now()
				if err := r.Frame(rand.IntN(frames), &s); err != nil {
					b.Fatal(err)
				}
				worst = max(worst, time.Since(begun))
			}
			b.ReportMetric(opened.Seconds()*1000, "ms-open")
			b.ReportMetric(events.Seconds()*1000, "ms-events")
			b.ReportMetric(worst.Seconds()*1000, "ms-worst")
		})
	}
}
