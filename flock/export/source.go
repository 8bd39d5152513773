package export

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// Boid is a boid in a frame of an export, in the export's axes and unit.
type Boid struct {
	ID       int        // the same bird's in every frame, see [Source]
	Flock    int        // number of its flock, counted from 0
	Pos, Vel mgl32.Vec3 // units, units/s over the ground
	Air      mgl32.Vec3 // velocity through the air, which is where it heads: Vel where no wind blows
	Up       mgl32.Vec3 // unit, across the heading
	// Rotation is from bird axes (Z forward, Y up) to the export's, of unit length.
	// Its sign is the one nearer to that in the frame before.
	Rotation mgl32.Quat
	Spin     mgl32.Vec3  // angular velocity about the export's axes, rad/s
	Phase    float32     // of the wingbeat, turns in [0,1); 0: wings fully open
	Turns    float64     // the same, counted on since the first frame
	Flags    flock.Flags // Jumped: since the frame before, see [Source]
}

// Frame is a frame of an export.
type Frame struct {
	Number  int       // from 1
	Seconds float64   // simulated time since tick 0
	Place   float64   // in the recording: frames from its first
	Sizes   []float32 // of the birds of each flock, to that in the first frame; see [Source.Wingspan]
	Boids   []Boid    // in order of ids; one that is not in its flock then is left out

	counts []int // boids of each flock as recorded
}

// Source gives the frames of an export, one after another.
//
// The frames are those of the recording that were asked for, in ascending order,
// numbered as in the recording. With another frame rate they are taken at that
// rate instead, frame 1 being the recording's first, as many as lie between the
// ends of each range. Between two recorded frames positions follow the cubic with
// the recorded velocities at its ends, velocities are that cubic's, rotations turn
// evenly along the shorter way, the up-vector with them, phases run forward, and
// flags are those of the frame before.
//
// A boid that wrapped around the world or was moved between two recorded frames
// flies straight on to the middle of the time between, and comes straight to its
// new place from there: no sample lies between its two places. The first frame at
// its new place has it flagged as Jumped, also if recorded frames lie between.
//
// Ids are those of the recording, and run through all its flocks: where one of several
// grows or shrinks meanwhile, those behind it keep the ids that they have when it is
// largest.
type Source struct {
	r      *recording.Reader
	o      Options
	meta   recording.Meta
	scene  *scenario.Scenario
	plan   []int   // numbers of the frames
	start  float64 // simulated time of the recording's first frame, s
	chosen []bool
	flocks []sourceFlock
	moved  []recording.Edit // of what is around the flocks

	pass, passes int // over the frames: done, and all there will be
}

// NewSource is where the frames that o asks for of a recording come from. Errors
// say what in o does not fit the recording.
func NewSource(r *recording.Reader, o Options) (*Source, error) {
	s := &Source{r: r, o: o, meta: r.Meta(), passes: 1}
	if err := o.check(); err != nil {
		return nil, err
	}
	var err error
	if s.scene, err = Scene(s.meta); err != nil {
		return nil, err
	}
	if err := s.schedule(); err != nil {
		return nil, err
	}
	first, err := r.Tick(0)
	if err != nil {
		return nil, err
	}
	s.start = float64(first) / float64(s.meta.TickRate)
	if err := s.measure(); err != nil {
		return nil, err
	}
	return s, s.choose()
}

// sourceFlock is what is known of a flock throughout an export.
type sourceFlock struct {
	species string
	first   int     // id of its first boid
	most    int     // boids, of a recording of several flocks
	span    float32 // wingspan in the first frame, m
	sizes   []size  // what becomes of it
}

// size is how large birds are from a recorded frame on, counted from 0, to what
// they are in the first frame of the export.
type size struct {
	frame int
	ratio float32
}

// measure finds out how many the birds of each flock are, and how wide.
func (s *Source) measure() error {
	edits, err := s.r.Edits()
	if err != nil {
		return err
	}
	scenes := s.scene.Flocks()
	for k, f := range s.meta.Flocks() {
		if k == len(scenes) {
			return fmt.Errorf("the recording has %d flocks, its scene %d", len(s.meta.Others)+1, len(scenes))
		}
		s.flocks = append(s.flocks, sourceFlock{species: f.Name(), most: f.Count, span: scenes[k].Params.Float("wingspan")})
	}
	first, _ := s.place(s.plan[0])
	last, _ := s.place(s.plan[len(s.plan)-1])
	for _, e := range edits {
		if e.Surroundings != nil {
			s.moved = append(s.moved, e)
		}
		if !e.OfParams() {
			continue
		}
		f, span := &s.flocks[e.Flock], e.Params.Float("wingspan")
		f.most = max(f.most, e.Params.Count())
		if e.Frame <= first {
			f.span = span
		} else if ratio := span / f.span; e.Frame <= last && ratio != f.size(e.Frame) {
			f.sizes = append(f.sizes, size{e.Frame, ratio})
		}
	}
	return s.number()
}

// number gives each flock the ids that it needs when it is largest.
func (s *Source) number() error {
	if len(s.flocks) == 1 {
		return nil
	}
	var snap flock.Snapshot
	for _, i := range []int{0, s.r.Frames() - 1} {
		if err := s.r.Frame(i, &snap); err != nil {
			return err
		}
		for k, n := range snap.Counts {
			s.flocks[k].most = max(s.flocks[k].most, n)
		}
	}
	for k := 1; k < len(s.flocks); k++ {
		s.flocks[k].first = s.flocks[k-1].first + s.flocks[k-1].most
	}
	return nil
}

// size is how large birds are in a recorded frame, to the first exported.
func (f *sourceFlock) size(frame int) float32 {
	ratio := float32(1)
	for _, z := range f.sizes {
		if z.frame <= frame {
			ratio = z.ratio
		}
	}
	return ratio
}

// idOf is the id of a boid that has another as recorded, with so many of each flock.
func (s *Source) idOf(recorded int, counts []int) int {
	if s.meta.Imported != "" {
		return recorded
	}
	id := recorded
	for k, n := range counts {
		if recorded < n {
			return s.flocks[k].first + recorded
		}
		recorded -= n
	}
	return id
}

// flockOf is the number of the flock that a boid is of.
func (s *Source) flockOf(id int) int {
	k := len(s.flocks) - 1
	for k > 0 && id < s.flocks[k].first {
		k--
	}
	return k
}

// Scene is the scene that was recorded.
func Scene(m recording.Meta) (*scenario.Scenario, error) {
	if len(m.TOML) == 0 {
		return scenario.Builtin(scenario.Silent)
	}
	sc, err := scenario.Parse("the recording's scene", m.TOML)
	if err != nil {
		return nil, err
	}
	sc.Bird.File = m.Bird
	for k := range min(len(sc.Others), len(m.Others)) {
		sc.Others[k].Bird.File = m.Others[k].Bird
	}
	return sc, nil
}

// schedule numbers the frames.
func (s *Source) schedule() error {
	list, err := within("frames", s.o.Frames, 1, s.r.Frames())
	if err != nil {
		return err
	}
	if rate := s.Rate(); rate != Whole(s.meta.FPS) {
		for i, r := range list {
			before, on := rate.Upto(r.First-1, s.meta.FPS)
			if !on {
				before++
			}
			after, _ := rate.Upto(r.Last-1, s.meta.FPS)
			list[i].First, list[i].Last = before+1, after+1
		}
	}
	if s.plan = ascending(list); len(s.plan) == 0 {
		return unfitf("no frame at %v a second lies within the frames asked for", s.Rate())
	}
	return nil
}

// place is where a frame lies in the recording: behind frame i, counted from 0,
// by a share of the way to the next.
func (s *Source) place(number int) (i int, share float64) {
	return s.Rate().Place(number-1, s.meta.FPS)
}

// choose marks the boids that are exported.
func (s *Source) choose() error {
	if len(s.o.Boids) == 0 {
		return nil
	}
	most, err := s.most()
	if err != nil {
		return err
	}
	list, err := within("boids", s.o.Boids, 0, most-1)
	if err != nil {
		return err
	}
	for _, id := range numbers(list) {
		if id >= len(s.chosen) {
			s.chosen = append(s.chosen, make([]bool, id+1-len(s.chosen))...)
		}
		s.chosen[id] = true
	}
	return nil
}

// most is how many ids there are.
func (s *Source) most() (int, error) {
	if last := s.flocks[len(s.flocks)-1]; len(s.flocks) > 1 {
		return last.first + last.most, nil
	}
	return s.r.Most()
}

func (s *Source) takes(id int) bool {
	return len(s.o.Boids) == 0 || id < len(s.chosen) && s.chosen[id]
}

// checkBirds refuses to begin without a bird for each flock.
func (s *Source) checkBirds() error {
	if got, want := len(s.o.Birds), len(s.flocks); got != want {
		return unfitf("%d birds for %d flocks: want one for each", got, want)
	}
	for k, b := range s.o.Birds {
		if b == nil {
			return unfitf("no bird for species %s", s.Species(k))
		}
	}
	return nil
}

// Meta says what was recorded.
func (s *Source) Meta() recording.Meta { return s.meta }

// Scene is the scene that was recorded. It is not to be changed.
func (s *Source) Scene() *scenario.Scenario { return s.scene }

// Flocks is the number of flocks, at least one.
func (s *Source) Flocks() int { return len(s.flocks) }

// Species is the name of that of a flock, counted from 0.
func (s *Source) Species(flock int) string { return s.flocks[flock].species }

// Wingspan of a bird of a flock, counted from 0, in the first frame, in the export's
// unit: what a [models.Baked], 1 wide, is to be multiplied by.
func (s *Source) Wingspan(flock int) float32 {
	return float32(float64(s.flocks[flock].span) * s.o.scale())
}

// Rate is what the frames are numbered at: frames n and m lie (n-m)/Rate seconds
// apart.
func (s *Source) Rate() Rate {
	if s.o.FPS != (Rate{}) {
		return s.o.FPS
	}
	return Whole(s.meta.FPS)
}

// FPS is the float64 nearest to the rate.
func (s *Source) FPS() float64 { return s.Rate().Float() }

// Numbers are the numbers of the frames, ascending. It is not to be changed.
func (s *Source) Numbers() []int { return s.plan }

// IDs are the ids of all boids that are in any frame, ascending, flock after flock. It
// reads the recording to find out.
func (s *Source) IDs(ctx context.Context) ([][]int, error) {
	there := map[int]bool{}
	var snap flock.Snapshot
	last, _ := s.place(s.plan[len(s.plan)-1])
	first, _ := s.place(s.plan[0])
	for i := first; i <= last; i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := s.r.Frame(i, &snap); err != nil {
			return nil, err
		}
		for k := range snap.Len() {
			there[s.idOf(snap.ID(k), snap.Counts)] = true
		}
		s.tell(int64(i-first+1), int64(last-first+1))
	}
	ids, nobody := make([][]int, len(s.flocks)), true
	for _, id := range slices.Sorted(maps.Keys(there)) {
		if k := s.flockOf(id); s.takes(id) {
			ids[k], nobody = append(ids[k], id), false
		}
	}
	if nobody {
		return nil, errNobody
	}
	return ids, nil
}

// Each calls do with every frame, in order. The frame is do's until it returns.
// It can be called again.
func (s *Source) Each(ctx context.Context, do func(*Frame) error) error {
	w := newWalk(s)
	var f Frame
	for k, number := range s.plan {
		if err := ctx.Err(); err != nil {
			return err
		}
		i, share := s.place(number)
		if err := w.seek(i); err != nil {
			return err
		}
		w.sample(&f, number, share)
		if err := do(&f); err != nil {
			return err
		}
		s.tell(int64(k+1), int64(len(s.plan)))
	}
	return nil
}

// telling is tell for a pass that works off a total bit by bit.
func (s *Source) telling(total int64) func(more int64) {
	done := int64(0)
	return func(more int64) {
		done += more
		s.tell(done, total)
	}
}

// tell says how far a pass over the frames is.
func (s *Source) tell(done, total int64) {
	if n := int64(len(s.plan)); s.o.Progress != nil {
		passed := int64(s.pass)*n + n*done/total
		s.o.Progress(int(passed/int64(s.passes)), int(n))
	}
	if done == total && s.pass+1 < s.passes {
		s.pass++
	}
}
