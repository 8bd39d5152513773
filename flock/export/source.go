package export

import (
	"context"
	"slices"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// Source produces the frames of an export, one after another.
//
// It produces the selected frames of the recording in ascending order, with their frame numbers. The first
// frame of the recording has the number [Options.Start]. With another frame rate, the source resamples the
// recording, and frame numbers count at the new rate from the recording's first frame. Between recorded
// frames, positions follow the cubic with the recorded velocities at its ends, and velocities are its
// derivative. Rotations and up-vectors are interpolated along the shorter way. Phases increase. Flags are
// those of the earlier frame.
//
// If a boid wraps around or is moved between two recorded frames, it flies straight on until half of that
// time has passed, jumps, and flies straight to its new position. The first exported frame after the jump has
// the flag Jumped, even if there are recorded frames in between.
//
// Ids are those of the recording, and unique across all flocks. If the size of a flock changes, ids are
// reserved for its largest size.
type Source struct {
	r         *recording.Reader
	o         Options
	meta      recording.Meta
	scene     *scenario.Scenario
	plan      []int
	start     float64 // time of the first recorded frame, s
	pace      int     // recorded seconds per exported second; see [recording.Meta.Pace]
	chosen    []bool
	flocks    []sourceFlock
	birdNames map[int]string
	resized   bool // whether an edit changes the number of boids
	allBoids  int  // constant number of boids; set by IDs; 0 if unknown

	pass, passes int
	together     *together
}

// NewSource returns a source of the frames that o selects. It returns an error if an option is not valid for
// the recording.
func NewSource(r *recording.Reader, o Options) (*Source, error) { return newSource(r, o, false) }

// newSource is like [NewSource]. If recordedTime is true, frames have the times of the recording even if the
// animation plays faster.
func newSource(r *recording.Reader, o Options, recordedTime bool) (*Source, error) {
	s := &Source{r: r, o: o, meta: r.Meta(), passes: 1, pace: 1}
	if !recordedTime {
		s.pace = s.meta.Pace()
	}
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
	if s.birdNames, err = namesOf(r); err != nil {
		return nil, err
	}
	s.start = float64(first) / float64(s.meta.TickRate*s.pace)
	if err := s.measure(); err != nil {
		return nil, err
	}
	return s, s.selectBoids()
}

// Scene returns the scene of a recording.
func Scene(m recording.Meta) (*scenario.Scenario, error) {
	if len(m.TOML) == 0 {
		return scenario.Builtin(scenario.DefaultBase)
	}
	sc, err := scenario.ParseRecorded("the recording's scene", m.TOML)
	if err != nil {
		return nil, err
	}
	setModels(&sc.Bird, &m.Flock)
	for k := range min(len(sc.Others), len(m.Others)) {
		setModels(&sc.Others[k].Bird, &m.Others[k])
	}
	return sc, nil
}

func setModels(b *scenario.Bird, source *recording.Flock) {
	b.File = source.Bird
	b.More = [scenario.MaxModels - 1]string{}
	copy(b.More[:], source.MoreBirds)
}

func (s *Source) schedule() error {
	start := s.o.start()
	list, err := checkList("frames", s.o.Frames, start, start+s.r.Frames()-1)
	if err != nil {
		return err
	}
	if rate := s.onFilm(); rate != Whole(s.meta.FPS) {
		for i, r := range list {
			before, exact := rate.Upto(r.First-start, s.meta.FPS)
			if !exact {
				before++
			}
			after, _ := rate.Upto(r.Last-start, s.meta.FPS)
			list[i].First, list[i].Last = before+start, after+start
		}
	}
	if list, err = checkLength("frames", list); err != nil {
		return err
	}
	if s.plan = ascending(list); len(s.plan) == 0 {
		return optionErrorf("at %v frames per second, the selected range contains no frame", s.Rate())
	}
	return nil
}

// place returns the position of a frame in the recording, which is at the fraction share of the way from
// frame i to the next. Recorded frames count from 0.
func (s *Source) place(number int) (i int, share float64) {
	return s.onFilm().Place(number-s.o.start(), s.meta.FPS)
}

// onFilm returns the rate of the frame numbers relative to a film of the recorded frames. Recordings with
// less than one frame per second play faster.
func (s *Source) onFilm() Rate {
	rate := s.Rate()
	if s.pace == s.meta.Pace() {
		return rate
	}
	if rate.Num *= int64(s.meta.Pace()); rate.Den > 1 && rate.Num%rate.Den == 0 {
		return Rate{rate.Num / rate.Den, 1}
	}
	return rate
}

func (s *Source) frameTime() float64 { return 1 / s.meta.Rate() }

func (s *Source) recordedRate() float64 { return s.meta.Rate() * float64(s.pace) }

func (s *Source) selectBoids() error {
	if len(s.o.Boids) == 0 {
		return nil
	}
	most, err := s.idCount()
	if err != nil {
		return err
	}
	list, err := checkList("boids", s.o.Boids, 0, most-1)
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

func (s *Source) idCount() (int, error) {
	if last := s.flocks[len(s.flocks)-1]; len(s.flocks) > 1 {
		return last.first + last.most, nil
	}
	return s.r.MaxBoids()
}

func (s *Source) isSelected(id int) bool {
	return len(s.o.Boids) == 0 || id < len(s.chosen) && s.chosen[id]
}

func (s *Source) checkBirds() error {
	if got, want := len(s.o.Birds), len(s.flocks); got != want {
		return optionErrorf("%d bird models for %d flocks: give one for each flock", got, want)
	}
	for k, mix := range s.o.Birds {
		if len(mix.Birds) == 0 || slices.Contains(mix.Birds, nil) || mix.Shares.Models() > len(mix.Birds) {
			return optionErrorf("species %s has no bird model", s.Species(k))
		}
	}
	return nil
}

// Meta returns the recording's metadata.
func (s *Source) Meta() recording.Meta { return s.meta }

// Scene returns the recorded scene. The caller must not change it.
func (s *Source) Scene() *scenario.Scenario { return s.scene }

// Flocks returns the number of flocks, at least one.
func (s *Source) Flocks() int { return len(s.flocks) }

// Species returns the name of a flock's species.
func (s *Source) Species(flock int) string { return s.flocks[flock].species }

// Wingspan returns the wingspan of a flock's birds in the first frame, in the export's unit. A [models.Baked]
// has a wingspan of 1, so it can be scaled by this value.
func (s *Source) Wingspan(flock int) float32 {
	return float32(float64(s.flocks[flock].span) * s.o.scale())
}

// Rate returns the rate of the frame numbers. Frames n and m are (n-m)/Rate seconds apart.
func (s *Source) Rate() Rate {
	if s.o.FPS != (Rate{}) {
		return s.o.FPS
	}
	return Rate{int64(s.meta.FPS), int64(s.meta.Pace() / s.pace)}
}

// FPS returns the float64 nearest to the rate.
func (s *Source) FPS() float64 { return s.Rate().Float() }

// Numbers returns the frame numbers in ascending order. The caller must not change the slice.
func (s *Source) Numbers() []int { return s.plan }

// IDs returns the ascending ids of each flock's boids in the exported frames. If the number of boids changes,
// IDs reads the recording.
func (s *Source) IDs(ctx context.Context) (ids [][]int, err error) {
	if s.together == nil {
		return s.findIDs(ctx)
	}
	if s.together.ids == nil {
		s.together.ids, err = s.findIDs(ctx)
	} else {
		s.reportProgress(1, 1)
	}
	return s.together.ids, err
}

func (s *Source) findIDs(ctx context.Context) ([][]int, error) {
	var there []bool
	all, err := s.constantCount()
	if err != nil {
		return nil, err
	}
	if s.allBoids = all; all > 0 {
		there = slices.Repeat([]bool{true}, all)
		s.reportProgress(1, 1)
	} else if there, err = s.readIDs(ctx); err != nil {
		return nil, err
	}
	ids, empty := make([][]int, len(s.flocks)), true
	for id, isPresent := range there {
		if isPresent && s.isSelected(id) {
			k := s.flockOf(id)
			ids[k], empty = append(ids[k], id), false
		}
	}
	if empty {
		return nil, errNoBoids
	}
	return ids, nil
}

// constantCount returns the number of boids. It returns 0 unless the metadata show that every frame has the
// same boids.
func (s *Source) constantCount() (all int, err error) {
	if s.meta.Imported != "" || s.resized {
		return 0, nil
	}
	var snap flock.Snapshot
	for _, i := range []int{0, s.r.Frames() - 1} {
		if err := s.r.Frame(i, &snap); err != nil {
			return 0, err
		}
		if snap.FlockCount() != len(s.flocks) {
			return 0, nil
		}
		for k, f := range s.flocks {
			if from, to := snap.Range(k); to-from != f.most {
				return 0, nil
			}
		}
	}
	return snap.Len(), nil
}

func (s *Source) readIDs(ctx context.Context) (present []bool, err error) {
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
			id := s.idOf(snap.ID(k), snap.Counts)
			if id >= len(present) {
				present = append(present, make([]bool, id+1-len(present))...)
			}
			present[id] = true
		}
		s.reportProgress(int64(i-first+1), int64(last-first+1))
	}
	return present, nil
}

// ForEachFrame calls do with every frame, in order. do must neither change nor retain the frame. ForEachFrame
// may be called several times.
func (s *Source) ForEachFrame(ctx context.Context, do func(*Frame) error) error {
	return s.forEachFrame(ctx, allParts, do)
}

// ForEachPose is like ForEachFrame, but does not compute [Boid.Spin].
func (s *Source) ForEachPose(ctx context.Context, do func(*Frame) error) error {
	return s.forEachFrame(ctx, rotations, do)
}

// forEachFrame is like ForEachFrame, but computes only some parts of boids. Fields of other parts may be 0.
func (s *Source) forEachFrame(ctx context.Context, contents parts, do func(*Frame) error) error {
	if s.together != nil {
		return s.together.frames(ctx, s, contents, do)
	}
	return s.eachFrame(ctx, contents, func(f *Frame, done, total int64) error {
		err := do(f)
		if err == nil {
			s.reportProgress(done, total)
		}
		return err
	})
}

func (s *Source) eachFrame(ctx context.Context, contents parts, do func(f *Frame, done, total int64) error) error {
	w := newWalk(s, contents)
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
		if err := do(&f, int64(k+1), int64(len(s.plan))); err != nil {
			return err
		}
	}
	return nil
}

func (s *Source) progressReporter(total int64) func(count int64) {
	done := int64(0)
	return func(count int64) {
		done += count
		s.reportProgress(done, total)
	}
}

func (s *Source) reportProgress(done, total int64) {
	if n := int64(len(s.plan)); s.o.Progress != nil {
		passed := int64(s.pass)*n + n*done/total
		s.o.Progress(int(passed/int64(s.passes)), int(n))
	}
	if done == total && s.pass+1 < s.passes {
		s.pass++
	}
}
