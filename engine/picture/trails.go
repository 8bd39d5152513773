package picture

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/parallel"
	"skein/flock"
	"skein/flock/look"
)

// trailRing stores the traces of all boids as frames need them. It stores each row of [Traces] only once.
type trailRing struct {
	trails frame.Trails
	keys   []rowKey // for each row of the ring, the row of Traces that it contains
}

type rowKey struct{ number, version int }

// showsTrails reports whether the traces are drawn as [frame.Trails]. The boids' ids must be their indices in
// every row, and colours must not change along a trace.
func (s *Scene) showsTrails() bool {
	if s.Show.Traces != look.TraceAll || s.Show.TraceColour == look.TracesBySpeed || s.Traces.Empty() || len(s.Snapshot.IDs) > 0 {
		return false
	}
	for k := range s.Traces.rows {
		if len(s.Traces.rows[k].ids) > 0 {
			return false
		}
	}
	return true
}

func (r *trailRing) compose(f *frame.Frame, s *Scene) {
	n, t := s.Snapshot.Len(), &r.trails
	t.Heads.Points, t.Styles = resized(t.Heads.Points, n), resized(t.Styles, n)
	r.store(s.Traces, n)
	t.Ends, t.Widths = t.Ends[:0], t.Widths[:0]
	for k := range s.Snapshot.FlockCount() {
		_, end := s.Snapshot.Range(k)
		t.Ends, t.Widths = append(t.Ends, end), append(t.Widths, s.traceWidth(k))
	}
	parallel.Ranges(n, trailHeads{t, f, s, s.inks()}, trailHeads.set)
	t.Heads.Bound()
	f.Trails = t
}

func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}

// store stores the rows that are new or have changed. n is the number of boids.
func (r *trailRing) store(traces *Traces, n int) {
	t, rows := &r.trails, traces.rows
	if len(rows) > len(t.Rows) || len(t.Rows[0].Points) != n {
		size := max(16, 2*len(rows), len(t.Rows))
		t.Rows, r.keys = make([]frame.TrailRow, size), make([]rowKey, size)
		for k := range t.Rows {
			t.Rows[k].Points = make([]frame.TrailPoint, n)
		}
	}
	t.First, t.Count = rows[0].number%len(t.Rows), len(rows)
	for k := range rows {
		slot, key := rows[k].number%len(t.Rows), rowKey{rows[k].number, rows[k].version}
		if r.keys[slot] == key {
			continue
		}
		t.Serial++
		r.keys[slot], t.Rows[slot].Serial = key, t.Serial
		var before *traceRow
		if k > 0 {
			before = &rows[k-1]
		}
		storeRow(&t.Rows[slot], &rows[k], before)
	}
}

func storeRow(dst *frame.TrailRow, row, before *traceRow) {
	for i := range dst.Points {
		p := &dst.Points[i]
		*p = frame.TrailPoint{Flags: frame.TrailStarts}
		if len(row.pos) == 0 {
			continue
		}
		p.Pos = row.pos[min(i, len(row.pos)-1)]
		if i < len(row.pos) {
			p.Flags = trailFlags(row.flags[i], before == nil || before.breaksAfter(i))
		}
	}
	dst.Bound()
}

func (r *traceRow) breaksAfter(i int) bool { return i >= len(r.flags) || r.flags[i]&flock.Jumped != 0 }

func trailFlags(flags flock.Flags, starts bool) (bits uint32) {
	if starts {
		bits = frame.TrailStarts
	}
	if flags&flock.Leading != 0 {
		bits |= frame.TrailLeads
	}
	return bits
}

// trailHeads sets the current positions and the colours of trails.
type trailHeads struct {
	trails *frame.Trails
	frame  *frame.Frame
	scene  *Scene
	inks   Inks
}

func (h trailHeads) set(from, to int) {
	s, swarm := h.scene, h.frame.Swarm
	newest := &s.Traces.rows[len(s.Traces.rows)-1]
	var curve frame.Curve
	if swarm != nil {
		curve = swarm.Curve()
	}
	for i := from; i < to; i++ {
		var pos mgl32.Vec3
		flags := s.Snapshot.Flags[i]
		if swarm != nil {
			pos = swarm.At(&curve, i)
		} else {
			pos, flags = s.Boids[i].Pos, s.Boids[i].Flags
		}
		h.trails.Heads.Points[i] = frame.TrailPoint{Pos: pos, Flags: trailFlags(flags, flags&flock.Jumped != 0 || newest.breaksAfter(i))}
		h.trails.Styles[i] = h.style(i)
	}
}

func (h trailHeads) style(i int) frame.TrailStyle {
	if len(h.scene.Sizes) > 0 && h.scene.Sizes[i] == 0 {
		return frame.TrailStyle{}
	}
	st := h.scene.traceOfAll(h.frame, i, &h.inks)
	return frame.TrailStyle{Colour: st.colour, Lead: st.lead}
}
