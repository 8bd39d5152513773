package engine

import (
	"image"

	"skein/flock"
)

// Reel is a flight taken down: snapshots at even intervals.
type Reel interface {
	// Frames is how many snapshots there are.
	Frames() int
	// Frame reads the i-th of them, counted from 0.
	Frame(i int, dst *flock.Snapshot) error
}

// Film shows a reel. What it shows of a frame follows from the reel and the
// frame's number alone, so that frames may be drawn in any order and on any
// machine: smoothed cameras and traces are run in over the frames before.
type Film struct {
	Reel     Reel
	FPS      float64 // snapshots a second of simulated time
	Params   flock.Params
	Show     Show
	Light    Light
	Rig      Rig // as it stands when the film begins
	Selected int

	kept  map[int]*flock.Snapshot // of the last frames asked for
	frame Frame
	boids []flock.Boid
	seen  []int
}

// runIn is how many seconds of the film a camera's smoothing is run in over.
const runIn = 3

// Frame returns the picture of frame i, of the given size. It stays valid until
// the next call.
func (f *Film) Frame(i int, size image.Point) (*Frame, error) {
	var (
		traces Traces
		rig    = f.Rig
		inset  = insetCamera{rig: NewRig()}
		dt     = float32(1 / f.FPS)
		sub    Subject
		snap   *flock.Snapshot
		err    error
	)
	first := max(0, i-int(max(runIn, f.Show.TraceSeconds)*float32(f.FPS)))
	f.forget(first, i)
	for k := first; k <= i; k++ {
		if snap, err = f.snapshot(k); err != nil {
			return nil, err
		}
		traces.Add(snap, f.Show.TraceSeconds)
		f.boids = flock.Interpolate(f.boids[:0], snap, snap, 1)
		sub = f.subject()
		f.frame.View = rig.Update(dt, Drive{}, sub)
		f.frame.Inset = inset.show(f.Show.Inset && rig.Mode != Eye, size, dt, sub)
	}
	f.frame.Size, f.frame.Seconds, f.frame.Light = size, snap.Seconds(), f.Light
	f.seen = Compose(&f.frame, &Scene{
		Boids: f.boids, Snapshot: snap, Traces: &traces, Params: &f.Params, Show: f.Show, Selected: f.Selected,
	}, f.seen)
	if f.frame.View.Hide >= 0 {
		f.frame.Vision = nil
	}
	return &f.frame, nil
}

func (f *Film) subject() Subject {
	return subjectOf(f.boids, f.Selected, f.Params.Wingspan)
}

// snapshot reads frame k, or remembers it.
func (f *Film) snapshot(k int) (*flock.Snapshot, error) {
	if s := f.kept[k]; s != nil {
		return s, nil
	}
	s := new(flock.Snapshot)
	if err := f.Reel.Frame(k, s); err != nil {
		return nil, err
	}
	f.kept[k] = s
	return s, nil
}

// forget drops remembered frames outside a range.
func (f *Film) forget(first, last int) {
	if f.kept == nil {
		f.kept = map[int]*flock.Snapshot{}
	}
	for k := range f.kept {
		if k < first || k > last {
			delete(f.kept, k)
		}
	}
}
