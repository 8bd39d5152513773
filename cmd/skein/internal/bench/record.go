package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/recording"
)

type recordRow struct {
	Boids   int     `json:"boids"`
	Frames  int     `json:"frames"`
	Real    float64 `json:"times_real_time"`         // simulated seconds per second, with writing
	Written float64 `json:"times_real_time_written"` // simulated seconds per second, for writing alone
	PerBoid float64 `json:"bytes_per_boid_and_frame"`
}

// recordSeconds is the simulated length of each measured recording; recordRuns is their number.
const recordSeconds, recordRuns = 5, 5

func (c *options) recordRow(ctx context.Context, boids int) (row recordRow, err error) {
	models, err := c.models()
	if err != nil {
		return row, err
	}
	def, err := c.crowd(models[0], boids)
	if err != nil {
		return row, err
	}
	def.Workers = record.WorkersWhileRecording(def.Workers)
	world, err := input.NewWorld(ctx, def)
	if err != nil {
		return row, usage.Wrap(err)
	}
	dir, err := os.MkdirTemp("", "skein-bench-")
	if err != nil {
		return row, err
	}
	defer os.RemoveAll(dir)
	m := recording.MetaOf(def, 30)
	job := record.Job{Path: filepath.Join(dir, "bench.mcap"), Frames: recordSeconds * m.FPS, FPS: m.FPS}
	var times []float64
	for range recordRuns {
		out, err := recording.Create(job.Path, m, recording.Options{Force: true})
		if err != nil {
			return row, err
		}
		sum, err := record.Run(ctx, &console.Console{Quiet: true, Stderr: io.Discard}, world, out, job)
		if err != nil {
			return row, err
		}
		times = append(times, sum.RealTime)
		row.Frames, row.PerBoid = sum.Frames, sum.PerBoid
	}
	row.Boids, row.Real = boids, median(times)
	row.Written, err = writingSpeed(job.Path, m)
	return row, err
}

func writingSpeed(path string, m recording.Meta) (times float64, err error) {
	r, err := input.Open(path)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	out, err := recording.Create(path+".mcap", m, recording.Options{})
	if err != nil {
		return 0, err
	}
	defer out.Abort()
	var took time.Duration
	var s flock.Snapshot
	for i := range r.Frames() {
		if err := r.Frame(i, &s); err != nil {
			return 0, err
		}
		begun := time.Now()
		if err := out.Frame(&s); err != nil {
			return 0, err
		}
		took += time.Since(begun)
	}
	begun := time.Now()
	if err := out.Flush(); err != nil {
		return 0, err
	}
	took += time.Since(begun)
	return float64(r.Frames()) / float64(m.FPS) / took.Seconds(), nil
}

func (r *recordRow) print(w io.Writer) {
	fmt.Fprintf(w, "recording of %d boids at 30 frames per second: %.3g × real time (writing alone: %.3g × real time), %.1f bytes per boid and frame\n",
		r.Boids, r.Real, r.Written, r.PerBoid)
}
