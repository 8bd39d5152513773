package tracks

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Tracks returns the tracks of birds, frame by frame.
type Tracks struct {
	FPS      int         // frames per Period
	Period   int         // s; if above 1, FPS is 1
	TickRate int         // ticks per second, a multiple of FPS
	Frames   int         // number of frames
	Rows     int         // number of rows in the table
	Birds    int         // number of different birds
	Most     int         // largest number of birds in a frame so far
	Counts   []int       // number of ids of each flock; the ids of the flocks are consecutive
	Species  []string    // species of each flock in skein
	Notes    []string    // remarks on how the table was read
	Names    [][2]string // id and original name of each bird; empty if the ids are those of the table

	ids     []int32
	flock   []int
	paths   []path // sorted by id, then by time
	next    int    // index in order of the next path that begins
	order   []int  // indices of paths, sorted by first frame
	current []int  // paths in the previous frame, sorted by id
}

type pathMaker struct {
	o      *Options
	ids    []int32
	fps    float64
	near   float64 // the smaller of nearFrame and nearSeconds, in frames
	start  float64 // time of the first frame, s
	gap    float64 // longest interval between rows that does not count as a gap, s
	moving bool
	phased bool
	windy  bool // whether a bird's velocity through the air differs from that over the ground
}

const (
	maxPlaces = 200_000_000
	maxFrames = 20_000_000
)

// Read reads a table of tracks. An error is a single line that names the file and the row.
func Read(ctx context.Context, path string, o Options) (*Tracks, error) {
	r, err := read(ctx, path, &o)
	if err != nil {
		return nil, err
	}
	if err := r.sort(); err != nil {
		return nil, err
	}
	if err := r.toMetres(); err != nil {
		return nil, err
	}
	usual := r.usualInterval()
	if usual == 0 && o.FPS == 0 {
		return nil, fmt.Errorf("%s: every bird is in only one row; give the frames per second with --fps", path)
	}
	t := &Tracks{Rows: len(r.samples) + r.skipped, FPS: o.FPS, Period: max(o.Period, 1)}
	if t.FPS == 0 {
		t.FPS, t.Period = rateOf(usual)
	}
	t.TickRate = ticks(t.FPS)
	var unchanged bool
	t.ids, t.Counts, unchanged = r.ids()
	t.Species = speciesNames(r.species)
	for k := range r.birds {
		t.flock = append(t.flock, r.birds[k].species)
		if !unchanged {
			t.Names = append(t.Names, [2]string{fmt.Sprint(t.ids[k]), r.birds[k].name})
		}
	}
	m := &pathMaker{
		o: &o, ids: t.ids, fps: t.Rate(), near: min(nearFrame, nearSeconds*t.Rate()), moving: r.columns.hasVector([3]Column{VX, VY, VZ}), phased: r.columns.hasAll(Phase), windy: r.windy,
		gap: max(gapFactor*max(usual, 0), o.Bridge), start: r.start(),
	}
	if seconds := r.end() - m.start; seconds*t.Rate() > maxFrames {
		return nil, fmt.Errorf("%s: %.4g s at %s frames per second are more than %d frames; use a lower --fps, or fewer rows", path, seconds, t.RateText(), maxFrames)
	}
	if usual == 0 {
		m.gap = max(gapFactor/t.Rate(), o.Bridge)
	}
	if err := t.makePaths(ctx, r, m); err != nil {
		return nil, err
	}
	t.addNoteAboutSize()
	r.addNotes(t, unchanged)
	return t, nil
}

func (r *reader) start() float64 {
	first := r.samples[0].time
	for k := range r.samples {
		first = min(first, r.samples[k].time)
	}
	return first
}

func (r *reader) end() float64 {
	last := r.samples[0].time
	for k := range r.samples {
		last = max(last, r.samples[k].time)
	}
	return last
}

// usualInterval returns the usual interval between two rows of a bird in seconds. It returns 0 if no bird has
// two rows.
func (r *reader) usualInterval() float64 {
	var all []float64
	for k := 1; k < len(r.samples); k++ {
		if a, b := &r.samples[k-1], &r.samples[k]; a.bird == b.bird {
			all = append(all, b.time-a.time)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	middle := all[len(all)/2]
	sum, n := 0.0, 0
	for _, d := range all { // use the mean, because times may be rounded
		if d > middle/gapFactor && d < middle*gapFactor {
			sum, n = sum+d, n+1
		}
	}
	return sum / float64(n)
}

// Rate returns the number of frames per second.
func (t *Tracks) Rate() float64 { return float64(t.FPS) / float64(t.Period) }

// RateText formats the number of frames per second as a whole number, or as a fraction such as 1/3600.
func (t *Tracks) RateText() string {
	if t.Period > 1 {
		return fmt.Sprintf("%d/%d", t.FPS, t.Period)
	}
	return fmt.Sprint(t.FPS)
}

// sparseRows is the longest interval between rows, in s, for which there is at least one frame per second.
const sparseRows = 4

// rateOf returns the frame rate for a usual interval in seconds, as fps frames per period seconds. It is the
// smallest multiple of the rows' rate, up to four times, that is a whole number. If there is none, it is the
// rows' rate, rounded up. Sparse rows get one frame per interval, rounded to seconds.
func rateOf(usual float64) (fps, period int) {
	if usual > 1.005*sparseRows {
		rounded := math.Round(usual)
		if math.Abs(rounded-usual) > 0.005*usual {
			rounded = math.Floor(usual)
		}
		return 1, int(min(rounded, flock.MaxFrameSeconds))
	}
	return wholeRateOf(usual), 1
}

func wholeRateOf(usual float64) int {
	rate := min(1/usual, 1000)
	for n := 1.0; n <= 4; n++ {
		many := float64(n * rate)
		if rounded := math.Round(many); rounded >= 1 && math.Abs(rounded-many) < 0.005*many {
			return int(rounded)
		}
	}
	return int(math.Ceil(rate))
}

// ticks returns the smallest multiple of the frame rate that is at least 10, which suffices for traces.
func ticks(fps int) int {
	const least = 10
	return fps * ((least + fps - 1) / fps)
}

func (t *Tracks) makePaths(ctx context.Context, r *reader, m *pathMaker) error {
	remaining, total := 0, 0
	for from := 0; from < len(r.samples); {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := from + 1
		for to < len(r.samples) && r.samples[to].bird == r.samples[from].bird {
			to++
		}
		runs := m.splitAtGaps(r.samples[from:to])
		for k := range runs {
			if i, speed, found := runs[k].tooFast(); found {
				row := &runs[k].rows[i]
				return r.failAt(int(row.row), "bird %s flies %.3g m/s to or from this position, which is too fast (are times in seconds? is --unit right?)", r.birds[row.bird].quotedName(), speed)
			}
			if span := runs[k].times[len(runs[k].times)-1] - runs[k].times[0]; float64(total)+span > maxPlaces {
				return fmt.Errorf("%s: more than %d positions at %s frames per second; use a lower --fps", r.path, maxPlaces, t.RateText())
			}
			p, ok := m.path(&runs[k])
			if !ok {
				remaining += len(runs[k].rows)
				continue
			}
			if n := len(t.paths); n > 0 && t.paths[n-1].bird == p.bird {
				p.trim(t.paths[n-1].first + len(t.paths[n-1].pos))
			}
			if len(p.pos) == 0 { // the previous path contains all frames of p
				continue
			}
			total += len(p.pos)
			t.paths = append(t.paths, p)
			t.Frames = max(t.Frames, p.first+len(p.pos))
		}
		from = to
	}
	if len(t.paths) == 0 {
		return fmt.Errorf("%s: no heading is known, because no bird has two rows close enough in time", r.path)
	}
	if remaining > 0 {
		t.addNote("skipped %d of %d rows: a bird that is in only one row has no heading", remaining, len(r.samples))
	}
	t.sortPaths()
	return nil
}

// trim removes the frames before first, because the previous path contains them too.
func (p *path) trim(first int) {
	n := min(max(first-p.first, 0), len(p.pos))
	p.first += n
	p.pos, p.vel, p.up, p.phase, p.flags = p.pos[n:], p.vel[n:], p.up[n:], p.phase[n:], p.flags[n:]
	p.air = p.air[min(n, len(p.air)):]
}

// sortPaths sorts the paths, and shifts times so that the first one begins at frame 0.
func (t *Tracks) sortPaths() {
	slices.SortStableFunc(t.paths, func(a, b path) int {
		return cmp.Or(cmp.Compare(t.ids[a.bird], t.ids[b.bird]), cmp.Compare(a.first, b.first))
	})
	early := t.paths[0].first
	for k := range t.paths {
		early = min(early, t.paths[k].first)
	}
	seen := map[int32]bool{}
	for k := range t.paths {
		t.paths[k].first -= early
		t.order = append(t.order, k)
		seen[t.paths[k].bird] = true
	}
	t.Frames -= early
	t.Birds = len(seen)
	slices.SortStableFunc(t.order, func(a, b int) int { return cmp.Compare(t.paths[a].first, t.paths[b].first) })
}

func (t *Tracks) addNote(format string, args ...any) {
	t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
}

func (r *reader) addNotes(t *Tracks, unchanged bool) {
	if r.skipped > 0 {
		t.addNote("skipped %d of %d rows without a readable position or time; the first is row %d", r.skipped, t.Rows, r.firstSkipped)
	}
	if p, ok := r.table.(*poseTable); ok {
		p.addNotes(t, r.o.Unit)
	}
	r.addNoteAboutHeights(t)
	if note := r.dayNote(); note != "" {
		t.Notes = append(t.Notes, note)
	}
	if r.moved != [3]float64{} {
		t.addNote("moved all positions by %g, %g, %g m (x, y, z; y is up), so that the ground is at height 0", r.moved[0], r.moved[1], r.moved[2])
	}
	for k, name := range r.species {
		if t.Species[k] != name {
			t.addNote("renamed the species %q to %s", name, t.Species[k])
		}
	}
	if !unchanged {
		t.addNote("numbered the birds from 0; tracks/ids.csv in the recording lists their original ids")
	}
	if p, k, speed := t.fastest(); speed > 100 {
		t.addNote("bird %s flies %.3g m/s at %.3g s; is --unit right?", r.birds[p.bird].quotedName(), speed, float64(p.first+k)/t.Rate())
	}
}

// fastest returns the path that contains the highest speed, the index of the frame in this path, and the
// speed in m/s.
func (t *Tracks) fastest() (fastestPath *path, index int, speed float64) {
	for k := range t.paths {
		for i, v := range t.paths[k].vel {
			if s := mgl32.Vec3(v).Len(); float64(s) > speed || fastestPath == nil {
				fastestPath, index, speed = &t.paths[k], i, float64(s)
			}
		}
	}
	return fastestPath, index, speed
}

// Frame stores the frame with the given index in s. Frames must be requested in ascending order.
func (t *Tracks) Frame(index int, s *flock.Snapshot) {
	kept := t.current[:0]
	for _, k := range t.current {
		if p := &t.paths[k]; index < p.first+len(p.pos) {
			kept = append(kept, k)
		}
	}
	for ; t.next < len(t.order) && t.paths[t.order[t.next]].first <= index; t.next++ {
		kept = append(kept, t.order[t.next])
	}
	slices.Sort(kept)
	t.current = kept
	t.Most = max(t.Most, len(kept))
	s.Tick, s.TickRate = int64(index)*int64(t.TickRate/t.FPS)*int64(t.Period), t.TickRate
	s.Pos, s.Vel, s.Air, s.Up, s.Phase, s.Flags, s.IDs, s.Counts = s.Pos[:0], s.Vel[:0], s.Air[:0], s.Up[:0], s.Phase[:0], s.Flags[:0], s.IDs[:0], s.Counts[:0]
	if len(t.Counts) > 1 {
		s.Counts = append(s.Counts, make([]int, len(t.Counts))...)
	}
	for _, k := range kept {
		p := &t.paths[k]
		i := index - p.first
		s.Pos, s.Vel, s.Up = append(s.Pos, p.pos[i]), append(s.Vel, p.vel[i]), append(s.Up, p.up[i])
		s.Phase, s.Flags, s.IDs = append(s.Phase, p.phase[i]), append(s.Flags, p.flags[i]), append(s.IDs, t.ids[p.bird])
		if p.air != nil {
			s.Air = append(s.Air, p.air[i])
		}
		if len(s.Counts) > 0 {
			s.Counts[t.flock[p.bird]]++
		}
	}
	s.Hash = hash(s)
}

func hash(s *flock.Snapshot) uint64 {
	h := fnv.New64a()
	var b []byte
	for i := range s.Pos {
		b = binary.LittleEndian.AppendUint32(b[:0], uint32(s.IDs[i]))
		for _, v := range [3]mgl32.Vec3{s.Pos[i], s.Vel[i], s.Up[i]} {
			for _, x := range v {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
		}
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(s.Phase[i]))
		if len(s.Air) > 0 {
			for _, x := range s.Air[i] {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
		}
		h.Write(append(b, byte(s.Flags[i])))
	}
	return h.Sum64()
}
