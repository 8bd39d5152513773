package film

import (
	"image"
	"math"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/picture"
	"skein/engine/reel"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/models"
)

// Film computes pictures of a recorded flight, the reel. A picture depends only on the reel and the time, so
// pictures can be computed in any order, at any rate and on any machine. For each picture, Film smooths the
// camera's motion over the time around it, and computes traces from earlier frames.
type Film struct {
	Reel     reel.Reel
	FPS      float64                                           // snapshots per second of simulated time
	Pace     float64                                           // simulated seconds per second of film; 0 means 1
	Params   func(frame, flockIndex int) (flock.Params, error) // parameters of a flock in a frame
	Around   func(frame int) (around.Surroundings, error)      // surroundings at a frame, from 0; nil if none
	Show     look.Show
	Light    frame.Light
	Rig      camera.Rig // rig at the start of the film
	Selected int
	Shots    []Shot           // boids that the camera is tied to; if empty, it is tied to the selected boid
	Director *camera.Director // chooses the shots in mode Director; nil in other modes
	Path     *camera.Path     // replaces the rig; nil if none
	Species  []string
	Models   []models.Shares // models of the birds of each flock; a flock without an entry has one model
	Events   []flock.Event   // events in order of ticks, for the director and for colours that show the time since an escape

	reader        reel.Reader
	searchReader  reel.Reader
	absence       absence
	motion        *camera.RecordedMotion
	params        []flock.Params
	things        scenery.Scenery
	poses         picture.Poses
	posesFrame    int // 1 + index of the frame of poses; 0 if none yet
	tiedTo        int // boid that the camera is tied to; -1 if none
	stance        look.Stance
	traces        picture.Traces
	tracedTo      int // last frame in the traces, which include all earlier frames that they need
	frame         frame.Frame
	boids         []flock.Boid
	shownSnapshot *flock.Snapshot
	fades         picture.Fades
	sizes         []float32

	composer picture.Composer
	escapes  picture.Escapes
}

// Frame returns the picture of frame i, valid until the next call.
func (f *Film) Frame(i int, size image.Point) (*frame.Frame, error) {
	return f.At(float64(i), size)
}

// At returns the picture at a time, in frames after the first. The time may be a fraction. The picture is
// valid until the next call.
func (f *Film) At(moment float64, size image.Point) (*frame.Frame, error) {
	s, err := f.Scene(moment, size)
	if err != nil {
		return nil, err
	}
	f.composer.Compose(&f.frame, &s)
	return &f.frame, f.motion.Err
}

// LeaderAt returns the boid that the shots show at a time, or -1 if they show none.
func (f *Film) LeaderAt(moment float64) (boid int, err error) {
	f.open()
	now, err := f.seconds(reel.Round(moment))
	return f.shot(now).Boid, err
}

// Scene returns the content of the picture at a time, valid until the next call.
func (f *Film) Scene(moment float64, size image.Point) (s picture.Scene, err error) {
	f.open()
	moment = reel.Round(moment)
	i := int(moment)
	now, err := f.load(moment, i)
	if err != nil {
		return s, err
	}
	later := f.shownSnapshot
	if err := f.aim(now); err != nil {
		return s, err
	}
	aim := camera.GroupOf(f.boids, later, f.tiedTo, f.params, f.isTied())
	f.motion.Seek(moment, aim.Flock)
	s = picture.Scene{
		Size: size, Seconds: now, Light: f.Light, Boids: f.boids, Snapshot: later, Sizes: f.sizes, Poses: &f.poses, Share: float32(moment - float64(i)), Traces: &f.traces, Things: &f.things, Params: f.params, Show: f.Show,
		Subject: camera.NewSubject(camera.GroupOf(f.boids, later, f.Selected, f.params, f.isTied()), f.Selected, f.motion), InEyes: f.stance == look.StanceInside, Path: f.Path,
		Species: f.Species, Models: f.Models,
	}
	if f.Show.Colour == look.ColourByEscape {
		s.Escapes = f.escapes.TicksUntil(f.Events, later.Tick)
	}
	if f.Path == nil {
		if s.Camera, err = f.view(moment, size, aim); err != nil {
			return s, err
		}
	}
	return s, f.motion.Err
}

func (f *Film) load(moment float64, i int) (now float64, err error) {
	if now, err = f.seconds(moment); err != nil {
		return 0, err
	}
	if err = f.updateTraces(i); err != nil {
		return 0, err
	}
	if f.boids, f.shownSnapshot, err = f.reader.Boids(f.boids, moment); err != nil {
		return 0, err
	}
	if err = f.loadParams(i, f.shownSnapshot.FlockCount()); err != nil {
		return 0, err
	}
	if err = f.beat(moment, i); err != nil {
		return 0, err
	}
	if err = f.loadSurroundings(i); err != nil {
		return 0, err
	}
	if err = f.updatePoses(i); err != nil {
		return 0, err
	}
	f.sizes, err = f.fades.Sizes(f.sizes, moment, f.rate(), f.shownSnapshot)
	return now, err
}

func (f *Film) beat(moment float64, i int) error {
	a, err := f.reader.Frame(i)
	if err == nil {
		reel.Beat(f.boids, &a.Snapshot, f.shownSnapshot, moment-float64(i), func(k int) float64 {
			return float64(f.params[k].Float("flap_rate")) / f.rate()
		})
	}
	return err
}

func (f *Film) pace() float64 { return max(f.Pace, 1) }

func (f *Film) rate() float64 { return f.FPS * f.pace() }

func (f *Film) open() {
	if f.motion == nil {
		f.reader.Reel, f.searchReader.Reel, f.fades = f.Reel, f.Reel, picture.NewFades(f.Reel, f.Params)
		f.motion = camera.NewRecordedMotion(f.Reel, f.rate(), f.Params)
	}
}

func (f *Film) isTied() bool { return f.stance >= look.StanceBehind }

func (f *Film) loadParams(i, flocks int) error {
	f.params = f.params[:0]
	for k := range flocks {
		p, err := f.Params(i, k)
		if err != nil {
			return err
		}
		f.params = append(f.params, p)
	}
	return nil
}

func (f *Film) updatePoses(i int) error {
	if f.posesFrame == i+1 {
		return nil
	}
	f.posesFrame = 0
	a, err := f.reader.Frame(i)
	if err != nil {
		return err
	}
	b := a
	if i+1 < f.Reel.Frames() {
		if b, err = f.reader.Frame(i + 1); err != nil {
			return err
		}
	}
	if err := f.poses.Recall(f.Reel, f.rate(), i, f.params, &a.Snapshot, &b.Snapshot); err != nil {
		return err
	}
	f.posesFrame = i + 1
	return nil
}

func (f *Film) loadSurroundings(i int) error {
	if f.Around == nil {
		return nil
	}
	around, err := f.Around(i)
	if err == nil {
		f.things.Update(&around)
	}
	return err
}

func (f *Film) seconds(moment float64) (float64, error) {
	frameIndex, share := math.Modf(moment)
	a, err := f.reader.Frame(int(frameIndex))
	if err != nil {
		return 0, err
	}
	return a.Seconds() + share/f.FPS, nil
}

// view returns the camera at a time. If its boid is absent, the camera is at its last place with the boid. If
// the boid was never present before, the camera is at its first place with the boid.
func (f *Film) view(moment float64, size image.Point, aim camera.Group) (frame.View, error) {
	_, ok := aim.Index(f.tiedTo)
	if ok || f.tiedTo < 0 || !f.isTied() {
		return f.camera(size, aim), nil
	}
	nearest, err := f.nearestFrame(int(moment))
	if err != nil || nearest < 0 {
		return f.camera(size, aim), err
	}
	boids, snapshot, err := f.searchReader.Boids(nil, float64(nearest))
	if err != nil {
		return frame.View{}, err
	}
	group := camera.GroupOf(boids, snapshot, f.tiedTo, f.params, f.isTied())
	f.motion.Seek(float64(nearest), group.Flock)
	v := f.camera(size, group)
	f.motion.Seek(moment, aim.Flock)
	v.Hide = -1
	return v, nil
}

type absence struct{ boid, first, last, substitute int }

// nearestFrame returns the last frame up to i that contains the camera's boid. If there is none, it returns
// the first later one, or -1.
func (f *Film) nearestFrame(i int) (nearest int, err error) {
	known := func(k int) bool { return f.absence.boid == f.tiedTo && k >= f.absence.first && k < f.absence.last }
	for k := i; k >= 0; k-- {
		if known(k) && (f.absence.substitute <= k || k == i) {
			f.absence.last = max(f.absence.last, i+1)
			return f.absence.substitute, nil
		}
		if ok, err := f.hasBoid(k); ok || err != nil {
			f.absence = absence{f.tiedTo, k, i + 1, k}
			return k, err
		}
	}
	for k := i + 1; k < f.Reel.Frames(); k++ {
		if ok, err := f.hasBoid(k); ok || err != nil {
			f.absence = absence{f.tiedTo, 0, k, k}
			return k, err
		}
	}
	f.absence = absence{f.tiedTo, 0, f.Reel.Frames(), -1}
	return -1, nil
}

func (f *Film) hasBoid(k int) (bool, error) {
	s, err := f.searchReader.Frame(k)
	if err != nil {
		return false, err
	}
	_, ok := s.Index(f.tiedTo)
	return ok, nil
}

func (f *Film) camera(size image.Point, aim camera.Group) frame.View {
	rig := f.Rig
	rig.Aspect = float32(size.X) / float32(max(size.Y, 1))
	v := rig.Update(0, camera.Drive{}, camera.NewSubject(aim, f.tiedTo, f.motion))
	rig.MoveEye(f.things.KeepOut(v.Eye), &v)
	return v
}
