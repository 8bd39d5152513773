package engine

import (
	"image"
	"math"

	"skein/flock"
)

// Reel is a flight taken down: snapshots at even intervals.
type Reel interface {
	// Frames is how many snapshots there are.
	Frames() int
	// Frame reads the i-th of them, counted from 0.
	Frame(i int, dst *flock.Snapshot) error
}

// Film shows a reel. What it shows of an instant follows from the reel and the
// instant alone, so that pictures may be drawn in any order and on any machine:
// smoothed cameras and traces are run in over the frames before.
type Film struct {
	Reel     Reel
	FPS      float64                               // snapshots a second of simulated time
	Params   func(frame int) (flock.Params, error) // in force at a frame
	Show     Show
	Light    Light
	Rig      Rig // as it stands when the film begins
	Selected int
	Shots    []Shot // whom the camera is tied to; none: the selected boid
	Path     *Path  // the camera's way, instead of the rig's; nil for none

	pair   [2]still
	params flock.Params // at the frame shown
	sights map[int]*sight
	on     int // whom the sights are of
	traces Traces
	traced int // the last frame that the traces hold, and all that they need before it
	frame  Frame
	boids  []flock.Boid
	seen   []int
}

// still is a frame of a reel in memory.
type still struct {
	flock.Snapshot
	number int
	full   bool
}

// runIn is how many seconds of the film a camera's smoothing is run in over.
const runIn = 3

// Frame returns the picture of frame i, of the given size. It stays valid until
// the next call.
func (f *Film) Frame(i int, size image.Point) (*Frame, error) {
	return f.At(float64(i), size)
}

// At returns the picture of an instant, in frames from the reel's first, not
// necessarily whole. It stays valid until the next call.
func (f *Film) At(at float64, size image.Point) (*Frame, error) {
	whole, share := math.Modf(max(at, 0))
	i := int(whole)
	a, err := f.still(i)
	if err != nil {
		return nil, err
	}
	if f.params, err = f.Params(i); err != nil {
		return nil, err
	}
	now := a.Seconds() + share/f.FPS
	shot := f.shot(now)
	first := max(0, i-int(runIn*f.FPS), i-int(math.Floor((a.Seconds()-shot.From)*f.FPS+1e-6)))
	if err := f.windUp(first, i, shot.Boid); err != nil {
		return nil, err
	}
	later, err := f.pose(i, float32(share))
	if err != nil {
		return nil, err
	}
	f.aim(first, i, float32(share), now, size)
	f.frame.Size, f.frame.Seconds, f.frame.Light = size, now, f.Light
	f.seen = Compose(&f.frame, &Scene{
		Boids: f.boids, Snapshot: later, Traces: &f.traces, Params: &f.params, Show: f.Show, Selected: f.Selected,
	}, f.seen)
	if f.frame.View.Hide >= 0 {
		f.frame.Vision = nil
	}
	return &f.frame, nil
}

// still reads frame k. It stays valid until two others are read.
func (f *Film) still(k int) (*still, error) {
	for n := range f.pair {
		if s := &f.pair[n]; s.full && s.number == k {
			return s, nil
		}
	}
	s := &f.pair[k&1]
	s.full = false
	if err := f.Reel.Frame(k, &s.Snapshot); err != nil {
		return nil, err
	}
	s.number, s.full = k, true
	return s, nil
}

// pose finds the boids a share of the way from frame i to the next, and returns
// the later of the snapshots around them.
func (f *Film) pose(i int, share float32) (*flock.Snapshot, error) {
	a, err := f.still(i)
	if err != nil {
		return nil, err
	}
	if share == 0 {
		f.boids = flock.Interpolate(f.boids[:0], &a.Snapshot, &a.Snapshot, 1)
		return &a.Snapshot, nil
	}
	b, err := f.still(i + 1)
	if err != nil {
		return nil, err
	}
	f.boids = flock.Interpolate(f.boids[:0], &a.Snapshot, &b.Snapshot, share)
	for k := range min(a.Len(), b.Len()) {
		if b.Flags[k]&flock.Jumped != 0 {
			f.boids[k] = torn(&a.Snapshot, &b.Snapshot, k, share)
		}
	}
	return &b.Snapshot, nil
}

// torn is a boid that jumped between two snapshots: it flies straight on from
// the first, and after the middle of the time comes straight to where it is in
// the second.
func torn(a, b *flock.Snapshot, k int, share float32) flock.Boid {
	from, by := a, share
	if share >= 0.5 {
		from, by = b, share-1
	}
	out := flock.Boid{Pos: from.Pos[k], Vel: from.Vel[k], Up: from.Up[k], Phase: from.Phase[k], Flags: from.Flags[k]}
	out.Pos = out.Pos.Add(out.Vel.Mul(by * float32(b.Seconds()-a.Seconds())))
	if from == a {
		out.Flags &^= flock.Jumped
	}
	return out
}

// aim turns the cameras to what the boids show now, run in from frame first to
// frame i and on by a share of a frame.
func (f *Film) aim(first, i int, share float32, now float64, size image.Point) {
	rig, inset := f.Rig, insetCamera{rig: NewRig()}
	rig.Aspect = float32(size.X) / float32(max(size.Y, 1))
	wanted := f.Show.Inset && (f.Path != nil || rig.Mode != Eye)
	move := func(dt float32, s *sight) {
		f.frame.View = rig.Update(dt, Drive{}, s.subject(f.on))
		f.frame.Inset = inset.show(wanted, size, dt, s.subject(f.Selected))
	}
	dt := float32(1 / f.FPS)
	for k := first; k <= i; k++ {
		move(dt, f.sights[k])
	}
	if share > 0 || first > i {
		move(share*dt, sightOf(f.boids, f.params.Float("wingspan"), f.on, f.Selected))
	}
	if f.Path != nil {
		f.frame.View = f.Path.View(now)
	}
}
