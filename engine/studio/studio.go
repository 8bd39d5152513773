package studio

import (
	"errors"
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/picture"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/models"
)

// Studio is a flock and a view of it: world, clock, camera, selection and history of edits. It needs no
// window, because time and input are passed in. Its flock is live, plays from a recording, or branches from a
// frame of a recording. Beside a branch, the birds of the recording are shown as ghosts.
type Studio struct {
	Controls Controls
	Rig      camera.Rig
	Path     *camera.Path // camera path over simulated time; it replaces the rig; nil if none

	// OnTick is called after every tick of a live flock, with the number of the flight. It must not use the
	// studio.
	OnTick func(flight int, s *flock.Snapshot)

	def           flock.Def
	params        []flock.Params
	joinedFlocks  []int
	world         *flock.World
	clock         Clock
	prev          *flock.Snapshot
	cur           *flock.Snapshot
	snapshots     [2]flock.Snapshot
	commonBoids   flock.Snapshot
	tape          *tape // recording that is shown or branched from; nil if none
	branch        bool  // the world continues from a frame of tape
	ghosts        []flock.Boid
	ghostSnapshot *flock.Snapshot
	present       bool
	tracesStale   bool
	boids         []flock.Boid // shown boids; in a swarm, only some are up to date (see completeBoids)
	partial       bool
	complete      bool
	shownSnapshot *flock.Snapshot // the later one of prev and cur
	lag           camera.LiveMotion
	lagTime       float64 // time of the last update of lag, s
	traces        picture.Traces
	around        around.Surroundings
	things        scenery.Scenery
	poses         picture.Poses
	fadeIn        picture.FadeIn
	sizes         []float32
	models        [flock.MaxFlocks]models.Shares
	fadeOut       picture.FadeOut
	fadingBirds   []frame.Bird
	undo          history
	editCounts    []editCount
	calmParams    []flock.Params // parameters before the pointer frightened the flocks; nil if it does not
	ledger        [flock.MaxFlocks]Ledger
	events        []flock.Event
	frame         frame.Frame
	pendingWorld  <-chan freshWorld // world that is being created; nil if none
	restarts      bool
	seedBefore    uint64
	revived       int
	flight        int
	flights       int
	branchFrame   float64
	tap           Tap
	inquiry       inquiry
	composer      picture.Composer
	scene         picture.Scene
	log           eventLog
	past          past
	followers     followerQuery
	direction     direction
	standing      *standing
	live          *liveState // live state while the past is shown; otherwise nil
}

// New returns a studio for a world made from def, with the given view settings.
func New(world *flock.World, def flock.Def, settings look.Look) *Studio {
	s := &Studio{
		Controls: Controls{Params: world.Params(), Look: settings, Selected: -1},
		Rig:      camera.NewRig(),
		def:      cloneDef(def),
	}
	s.enter(world)
	return s
}

func (s *Studio) enter(world *flock.World) {
	s.tap, s.lag, s.inquiry.shares = nil, camera.LiveMotion{}, shares{}
	s.world = world
	s.fadeOut.Reset()
	s.clock = Clock{Rate: s.def.TickRate}
	s.prev, s.cur = &s.snapshots[0], &s.snapshots[1]
	s.world.Snapshot(s.prev)
	s.world.Snapshot(s.cur)
	s.params = s.params[:0]
	for k := range world.FlockCount() {
		s.params = append(s.params, world.ParamsOf(k))
	}
	s.Controls.Params = *s.paramsOf(s.Controls.Flock)
	s.useRegards(world)
	s.useSurroundings(world.Surroundings())
	if s.tape == nil {
		s.traces.Clear()
		s.ledger = [flock.MaxFlocks]Ledger{}
		s.log = eventLog{}
	} else {
		s.branch = true
		s.log = newEventLog(s.tape.flight.eventsUntil(world.Tick()))
	}
	s.traces.Add(s.cur, s.Controls.Show.TraceSeconds)
	s.poses.Begin(s.cur)
	s.past.begin(world)
	s.forgetEdits(world.Tick())
	s.interpolate()
}

// Edit is the state of an edit: complete or still in progress.
type Edit int

// States of an edit.
const (
	Dragging Edit = iota // the edit may continue
	Done                 // the edit is complete: one step of Undo
)

// Set applies the controls that a user set. If the parameters are invalid, it returns an error and changes
// nothing. If c selects another flock, Set replaces Params by the parameters of that flock.
func (s *Studio) Set(c Controls, edit Edit) error {
	var err error
	var edits historyEntry
	if c.Flock = min(max(c.Flock, 0), len(s.params)-1); c.Flock != s.Controls.Flock {
		c.Params = *s.paramsOf(c.Flock)
	}
	if before := *s.paramsOf(c.Flock); c.Params != before {
		if s.Playing() {
			c.Params, err = before, s.WhyReadOnly()
		} else if err = s.world.SetParamsOf(c.Flock, c.Params); err != nil {
			c.Params = before
		} else {
			edits = historyEntry{flock: c.Flock, params: true, before: s.withoutFright(c.Flock, before), after: s.withoutFright(c.Flock, c.Params)}
			c.Selected = s.adopt(c.Flock, c.Params, c.Selected)
		}
	}
	if c.Frightens && !s.Controls.Frightens {
		switch {
		case s.Playing():
			c.Frightens, err = false, s.WhyReadOnly()
		case !s.anyHasFear():
			c.Frightens, err = false, ErrFearless
		}
	}
	if t := s.around.Thing(c.Thing); t == nil {
		c.Thing, c.Point = "", 0
	} else {
		c.Point = min(c.Point, len(scenery.PointsOf(t)))
	}
	c = s.syncSelection(c)
	s.Rig.Apply(&c.Camera, &s.Controls.Camera)
	edits.look = lookEdit(s.Controls.Look, c.Look)
	if edits.params || edits.look != nil {
		s.undo.touch(edits)
	}
	if edit != Dragging {
		s.undo.commit()
	}
	s.Controls = c
	s.Rig.SetMode(camera.RigMode(c.Camera.Mode))
	return err
}

// syncSelection selects a boid, preferably a leader, if the camera mode needs one. If the user deselected it,
// the mode ends.
func (s *Studio) syncSelection(c Controls) Controls {
	switch {
	case c.Selected >= 0 || !c.Camera.Mode.IsTied():
	case s.Controls.Selected >= 0 || s.cur.Len() == 0:
		c.Camera.Mode = look.Orbit
	default:
		chosen := s.inChosenFlock()
		c.Selected = s.next(s.next(-1, 1, chosen), 1, func(id int) bool { return chosen(id) && s.leads(id) })
	}
	return c
}

func (s *Studio) inChosenFlock() func(id int) bool {
	from, to := rangeOf(s.cur, s.Controls.Flock)
	return func(id int) bool {
		i, ok := s.cur.Index(id)
		return from == to || ok && from <= i && i < to
	}
}

func (s *Studio) leads(id int) bool {
	i, ok := s.cur.Index(id)
	return ok && s.cur.Flags[i]&flock.Leading != 0
}

func (s *Studio) next(from, step int, wanted func(id int) bool) int {
	n := s.cur.Len()
	index, ok := s.cur.Index(from)
	if !ok && step > 0 {
		index-- // the loop adds step before it uses index
	}
	for k := 1; k <= n; k++ {
		if id := s.cur.ID(((index+k*step)%n + n) % n); wanted(id) {
			return id
		}
	}
	return from
}

func (s *Studio) choose(i int) {
	c := s.Controls
	c.Selected = i
	_ = s.Set(c, Dragging) // cannot fail, because the parameters are unchanged
}

// Advance steps the world to the time now, a monotonic time in seconds. If a restart has failed, it returns
// the error and keeps the current world.
func (s *Studio) Advance(now float64) (ticks int, err error) {
	s.inquiry.now = now
	defer s.updateInquiry()
	err = errors.Join(s.arrive(), s.receiveFollowers())
	if s.Playing() {
		return 0, errors.Join(err, s.advancePlayback(now))
	}
	s.clock.Paused, s.clock.Speed = s.Controls.Paused, float64(s.Controls.Show.Speed)
	ticks = s.clock.Advance(now)
	for range ticks {
		err = errors.Join(err, s.step())
	}
	if ticks > 0 {
		s.world.Rest()
	}
	return ticks, errors.Join(err, s.updateGhosts())
}

func (s *Studio) step() error {
	s.beforeStep()
	s.prev, s.cur = s.cur, s.prev
	s.world.Step()
	s.world.Snapshot(s.cur)
	s.poses.Add(s.prev, s.cur, s.params)
	s.events = s.world.TakeEvents(s.events[:0])
	for _, e := range s.events {
		s.ledger[e.Flock].count(e)
		s.log.note(e)
		switch {
		case e.Kind == flock.SurroundingsChanged:
			s.editSurroundings(&e)
		case e.Scheduled:
			s.storeScheduled(e)
		}
	}
	s.noteEdits(s.events)
	s.past.note(s.world, s.cur, s.events)
	s.traces.Add(s.cur, s.Controls.Show.TraceSeconds)
	if s.OnTick != nil {
		s.OnTick(s.flight, s.cur)
	}
	return s.callTap(s.events)
}

func (s *Studio) interpolate() {
	if s.Playing() {
		s.interpolatePlayed()
	} else {
		s.shownSnapshot = s.cur
		s.interpolateSome()
	}
	id := s.Controls.Selected
	if s.present = s.Present(id); id >= 0 && !s.present && !(s.Playing() && s.tape.flight.Tracks) {
		s.choose(-1)
	}
}

// Present reports whether the boid with an id is shown.
func (s *Studio) Present(id int) bool {
	_, ok := s.shownSnapshot.Index(id)
	return ok
}

// ShownAt returns the position of a boid at the displayed time, in m. present is false if the boid is not
// shown.
func (s *Studio) ShownAt(id int) (pos mgl32.Vec3, present bool) {
	i, present := s.shownSnapshot.Index(id)
	if !present || i >= len(s.boids) {
		return pos, false
	}
	s.refresh(i)
	return s.boids[i].Pos, true
}

// Selected returns the selected boid's bird in the last frame, or nil.
func (s *Studio) Selected() *frame.Bird {
	i, ok := s.shownSnapshot.Index(s.Controls.Selected)
	switch swarm := s.frame.Swarm; {
	case ok && swarm != nil && i < swarm.Len():
		b := swarm.Bird(i)
		return &b
	case ok && swarm == nil && i < len(s.frame.Birds):
		return &s.frame.Birds[i]
	}
	return nil
}

func (s *Studio) seconds() float64 {
	a, b := s.prev.Seconds(), s.cur.Seconds()
	if s.Playing() {
		return a + s.tape.share/s.tape.flight.FPS
	}
	return a + float64(s.clock.Alpha())*(b-a)
}

// ShownTick returns the last tick up to the displayed time. For a live flock, this is the last tick of the
// world.
func (s *Studio) ShownTick() int64 {
	if !s.Playing() {
		return s.cur.Tick
	}
	const hair = 1e-6
	return s.prev.Tick + int64(s.tape.share/s.tape.flight.FPS*float64(s.prev.TickRate)+hair)
}

func (s *Studio) shownShare() float32 {
	if s.Playing() {
		return float32(s.tape.share)
	}
	return s.clock.Alpha()
}

// Frame returns the next image to draw. It is valid until the next call. dt is the time since the previous
// image, in seconds.
func (s *Studio) Frame(size image.Point, dt float32, d camera.Drive) *frame.Frame {
	s.interpolate()
	s.advanceLeader()
	s.direct(d)
	sizes := s.birdSizes()
	s.chooseSwarm(sizes)
	all := s.sampledGroup()
	_, stance := s.aim()
	motion := s.look(all)
	s.Rig.Aspect = float32(size.X) / float32(max(size.Y, 1))
	view := s.Rig.Update(dt, d, s.subjectNow(all, motion))
	s.Rig.MoveEye(s.things.KeepOut(view.Eye), &view)
	s.Controls.Camera = s.CameraToSave()
	scene := &s.scene
	s.composer.StudyLag = int64(s.def.TickRate / 15)
	*scene = picture.Scene{
		Size: size, Seconds: s.seconds(), Light: frame.NewLight(s.Controls.Light), Boids: s.boids, Subject: camera.NewSubject(all, s.Controls.Selected, motion), Snapshot: s.shownSnapshot,
		Ghosts: s.ghosts, GhostSnapshot: s.ghostSnapshot, Sizes: sizes, Leaving: s.leavingBirds(), Poses: &s.poses, Share: s.shownShare(), Traces: &s.traces, Things: &s.things, HiddenThings: s.Controls.HiddenThings, Thing: s.Controls.Thing, Params: s.params, Show: s.Controls.Show,
		Camera: view, InEyes: stance == look.StanceInside, Path: s.Path,
		EscapeFollowers: s.KnownFollowers(), Models: s.models[:],
		Why: s.explanation(), Shares: s.Shares(), SharesErr: s.inquiry.shares.err,
	}
	if s.partial {
		scene.Earlier, _, _ = s.between()
		scene.Refresh = s.refresh
	}
	switch s.Controls.Show.Colour {
	case look.ColourBySpecies:
		scene.Species = s.Species()
	case look.ColourByEscape:
		scene.Escapes = s.lastEscapes()
	}
	s.composer.Compose(&s.frame, scene)
	return &s.frame
}

// Snapshot returns the flock at the last tick. It is valid until the next Advance.
func (s *Studio) Snapshot() *flock.Snapshot { return s.cur }

// Shown returns the last frame.
func (s *Studio) Shown() *frame.Frame { return &s.frame }

// Scene returns the scene of the last frame. It is valid until the next tick or frame.
func (s *Studio) Scene() *picture.Scene { return &s.scene }

// Seed returns the seed of the world.
func (s *Studio) Seed() uint64 { return s.def.Seed }
