package picture

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/flock/look"
)

// TraceRate is the number of points of a trace per second of simulated time.
const TraceRate = 10

// Traces stores the positions of boids during the last seconds. It takes points at fixed ticks, at multiples
// of TickRate/10. The points therefore do not depend on when traces are switched on.
type Traces struct {
	rows []traceRow
	last int // number of the newest row
}

type traceRow struct {
	number    int // rows have consecutive numbers
	version   int // how often the row changed
	tick      int64
	ids       []int32
	pos       []mgl32.Vec3
	speed     []float32
	flags     []flock.Flags
	leaderIDs []int32 // may contain an id twice
}

// Add adds a snapshot, which is at least one tick after the previous one. It drops points that are older than
// the given time, in s.
func (t *Traces) Add(s *flock.Snapshot, seconds float32) {
	t.Note(s)
	every := int64(s.TickRate / TraceRate)
	if s.Tick%every != 0 {
		return
	}
	row := t.recycle(s, seconds)
	t.last++
	row.number, row.version, row.tick = t.last, 0, s.Tick
	row.ids = append(row.ids[:0], s.IDs...)
	row.pos = append(row.pos[:0], s.Pos...)
	row.flags = append(row.flags[:0], s.Flags...)
	row.speed = row.speed[:0]
	for _, v := range s.Vel {
		row.speed = append(row.speed, v.Len())
	}
	row.leaderIDs = row.leaderIDs[:0]
	for i := range row.flags {
		row.flags[i] &^= flock.Jumped // the jump was before this row
		if row.flags[i]&flock.Leading != 0 {
			row.leaderIDs = append(row.leaderIDs, int32(s.ID(i)))
		}
	}
	t.rows = append(t.rows, row)
}

func (r *traceRow) index(id int) (int, bool) {
	s := flock.Snapshot{Pos: r.pos, IDs: r.ids}
	return s.Index(id)
}

// Note records which boids jump or lead between two rows. A boid that leaves has a gap in its trace.
func (t *Traces) Note(s *flock.Snapshot) {
	if len(t.rows) == 0 {
		return
	}
	last := &t.rows[len(t.rows)-1]
	for i := range last.flags {
		id := i
		if len(last.ids) > 0 {
			id = int(last.ids[i])
		}
		if k, ok := s.Index(id); ok {
			if s.Flags[k]&^last.flags[i]&flock.Leading != 0 {
				last.leaderIDs = append(last.leaderIDs, int32(id))
				last.version++
			}
			last.flags[i] |= s.Flags[k]
		} else if len(last.ids) > 0 {
			last.flags[i] |= flock.Jumped
		}
	}
}

func (t *Traces) recycle(s *flock.Snapshot, seconds float32) (spare traceRow) {
	oldest := s.Tick - int64(seconds*float32(s.TickRate))
	drop := 0
	for drop < len(t.rows) && t.rows[drop].tick < oldest {
		drop++
	}
	if drop == 0 {
		return spare
	}
	spare = t.rows[drop-1]
	t.rows = append(t.rows[:0], t.rows[drop:]...)
	return spare
}

// Crop keeps only the first n boids. Call it when boids are removed, because new boids may get their ids.
func (t *Traces) Crop(n int) {
	for k := range t.rows {
		row := &t.rows[k]
		row.version++
		row.pos, row.flags, row.speed = row.pos[:min(n, len(row.pos))], row.flags[:min(n, len(row.flags))], row.speed[:min(n, len(row.speed))]
		row.leaderIDs = slices.DeleteFunc(row.leaderIDs, func(id int32) bool { return int(id) >= n })
	}
}

// Empty reports whether t has no points.
func (t *Traces) Empty() bool { return len(t.rows) == 0 }

// Clear drops all points.
func (t *Traces) Clear() { t.rows = t.rows[:0] }

type traceStyle struct {
	colour mgl32.Vec4
	lead   mgl32.Vec4
	width  float32 // m
	speeds *speeds
}

type speeds struct {
	low, high float32
	colours   look.ColourMap
}

func (s *speeds) at(speed, alpha float32) mgl32.Vec4 {
	return linear(s.colours.At((speed-s.low)/max(s.high-s.low, 1e-3)), alpha)
}

// ribbons appends the traces of the boids in traced for which style returns true, up to the current
// positions. snapshot contains the ids.
func (t *Traces) ribbons(dst []frame.RibbonPoint, current []flock.Boid, snapshot *flock.Snapshot, traced []int, style func(i int) (traceStyle, bool)) []frame.RibbonPoint {
	for _, i := range traced {
		if st, ok := style(i); ok {
			dst = t.ribbon(dst, snapshot.ID(i), &current[i], st)
		}
	}
	return dst
}

func (t *Traces) leaders(all []int) []int {
	all = all[:0]
	for k := range t.rows {
		for _, id := range t.rows[k].leaderIDs {
			all = append(all, int(id))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (t *Traces) ribbon(dst []frame.RibbonPoint, id int, head *flock.Boid, st traceStyle) []frame.RibbonPoint {
	start := true
	for k := range t.rows {
		row := &t.rows[k]
		i, ok := row.index(id)
		if !ok {
			start = true
			continue
		}
		fade := float32(k) / float32(len(t.rows))
		dst = append(dst, st.point(row.pos[i], row.speed[i], row.flags[i], fade, start))
		start = row.flags[i]&flock.Jumped != 0
	}
	start = start || head.Flags&flock.Jumped != 0
	return append(dst, st.point(head.Pos, head.Vel.Len(), head.Flags, 1, start))
}

// point returns a point of a ribbon. At the old end, fade is 0, and the ribbon is thin and transparent. At
// the new end, fade is 1.
func (st traceStyle) point(pos mgl32.Vec3, speed float32, flags flock.Flags, fade float32, start bool) frame.RibbonPoint {
	c := st.colour
	if flags&flock.Leading != 0 {
		c = st.lead
	}
	if st.speeds != nil {
		c = st.speeds.at(speed, c[3])
	}
	c[3] *= fade * fade
	return frame.RibbonPoint{Pos: pos, Colour: c, Width: frame.TrailWidth(st.width, fade), Start: start}
}

func indices(snapshot *flock.Snapshot, ids []int) []int { return appendIndices(nil, snapshot, ids) }

// appendIndices appends the indices of the boids with the given ids, if the snapshot contains them. dst may
// be the beginning of ids.
func appendIndices(dst []int, snapshot *flock.Snapshot, ids []int) []int {
	for _, id := range ids {
		if i, ok := snapshot.Index(id); ok {
			dst = append(dst, i)
		}
	}
	return dst
}
