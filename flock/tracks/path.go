package tracks

import (
	"math"

	"skein/flock"
	"skein/flock/snapshots"
)

// path holds consecutive frames of a bird, starting with frame first.
type path struct {
	bird  int32
	first int
	pos   [][3]float32
	vel   [][3]float32
	air   [][3]float32 // velocity through the air, m/s; empty without wind
	up    [][3]float32
	phase []float32
	flags []flock.Flags
}

// A row of a table is used without interpolation if its time is close to the time of a frame. The difference
// must be at most nearFrame times the interval between frames, and at most nearSeconds.
const (
	nearFrame   = 0.1
	nearSeconds = 0.1
)

// gapFactor times the usual interval is the longest interval between rows that does not count as a gap.
const gapFactor = 1.5

type trackPart struct {
	rows  []sample
	times []float64    // times of the rows, in frames after the first frame
	vel   [][3]float64 // m/s
}

func (m *pathMaker) splitAtGaps(rows []sample) (all []trackPart) {
	from := 0
	for k := 1; k <= len(rows); k++ {
		if k < len(rows) && rows[k].time-rows[k-1].time <= m.gap && rows[k].flags&uint8(flock.Jumped) == 0 {
			continue
		}
		all = append(all, m.newTrackPart(rows[from:k]))
		from = k
	}
	return all
}

func (m *pathMaker) newTrackPart(rows []sample) trackPart {
	r := trackPart{rows: rows, times: make([]float64, len(rows)), vel: make([][3]float64, len(rows))}
	for k := range rows {
		r.times[k] = (rows[k].time - m.start) * m.fps
	}
	if m.o.Smooth > 0 {
		r.smooth(m.o.Smooth)
	}
	for k := range rows {
		if r.vel[k] = rows[k].vel; !m.moving || isNaN(rows[k].vel) {
			r.vel[k] = r.velocityAt(k)
		}
	}
	return r
}

func isNaN(v [3]float64) bool { return math.IsNaN(v[0]) || math.IsNaN(v[1]) || math.IsNaN(v[2]) }

// velocityAt returns the velocity at row k, computed from the positions before and after it.
func (r *trackPart) velocityAt(k int) (v [3]float64) {
	slope := func(i, j, axis int) float64 {
		return (r.rows[j].pos[axis] - r.rows[i].pos[axis]) / (r.rows[j].time - r.rows[i].time)
	}
	last := len(r.rows) - 1
	for axis := range v {
		switch {
		case last == 0:
		case k == 0:
			v[axis] = slope(0, 1, axis)
		case k == last:
			v[axis] = slope(last-1, last, axis)
		default:
			before, after := r.rows[k].time-r.rows[k-1].time, r.rows[k+1].time-r.rows[k].time
			v[axis] = (float64(slope(k-1, k, axis)*after) + float64(slope(k, k+1, axis)*before)) / (before + after)
		}
	}
	return v
}

// tooFast returns the first row whose speed exceeds maxSpeed, and its speed in m/s.
func (r *trackPart) tooFast() (index int, speed float64, found bool) {
	for k, v := range r.vel {
		if speed = maxNorm(v); !(speed <= maxSpeed) {
			return k, speed, true
		}
	}
	return 0, 0, false
}

// smooth replaces each position by the value of a parabola that is fitted to the rows within the given number
// of seconds. A fit requires at least four rows.
func (r *trackPart) smooth(seconds float64) {
	rows := make([]sample, len(r.rows))
	copy(rows, r.rows)
	from, to := 0, 0
	for k := range rows {
		for r.rows[from].time < r.rows[k].time-seconds {
			from++
		}
		for to < len(rows) && r.rows[to].time <= r.rows[k].time+seconds {
			to++
		}
		if to-from >= 4 {
			for axis := range 3 {
				rows[k].pos[axis] = parabolaAt(r.rows[from:to], r.rows[k].time, axis)
			}
		}
	}
	r.rows = rows
}

func parabolaAt(rows []sample, moment float64, axis int) float64 {
	var t [5]float64 // sums of powers of time
	var y [3]float64 // sums of positions times powers of time
	span := max(rows[len(rows)-1].time-rows[0].time, 1e-9)
	middle := rows[0].pos[axis]
	for k := range rows {
		x, p := (rows[k].time-moment)/span, 1.0
		for n := range t {
			t[n] += p
			if n < 3 {
				y[n] += float64(p * (rows[k].pos[axis] - middle))
			}
			p = float64(p * x)
		}
	}
	// Cramer's rule for the constant term.
	below := diffOfProducts(t[2], t[4], t[3], t[3])
	det := dot([3]float64{t[0], -t[1], t[2]}, [3]float64{below, diffOfProducts(t[1], t[4], t[3], t[2]), diffOfProducts(t[1], t[3], t[2], t[2])})
	top := dot([3]float64{y[0], -t[1], t[2]}, [3]float64{below, diffOfProducts(y[1], t[4], t[3], y[2]), diffOfProducts(y[1], t[3], t[2], y[2])})
	if math.Abs(det) < 1e-12 {
		return y[0]/t[0] + middle
	}
	return top/det + middle
}

// diffOfProducts returns ab - cd. The conversions prevent fused operations, so that all machines write the
// same recording.
func diffOfProducts(a, b, c, d float64) float64 { return float64(a*b) - float64(c*d) }

// path returns the frames of a part. ok is false if the part contains no frame, or consists of a single row
// without a velocity and therefore without a heading.
func (m *pathMaker) path(r *trackPart) (p path, ok bool) {
	n := len(r.rows)
	if n == 1 && (!m.moving || isNaN(r.rows[0].vel)) {
		return p, false
	}
	p.bird, p.first = r.rows[0].bird, int(math.Ceil(r.times[0]-nearFrame))
	last := int(math.Floor(r.times[n-1] + nearFrame))
	if last < p.first {
		return p, false
	}
	var beats []float64
	k := 0
	for frame := p.first; frame <= last; frame++ {
		for k+1 < n && r.times[k+1] < float64(frame)+m.near {
			k++
		}
		beats = append(beats, m.add(&p, r, k, float64(frame)))
	}
	m.attitudes(&p)
	m.beat(&p, r, beats)
	return p, true
}

// add appends a frame and returns the rate of the wingbeat. k is the last row at or before the frame.
func (m *pathMaker) add(p *path, r *trackPart, k int, frame float64) float64 {
	row := &r.rows[k]
	beat := float64(row.beat)
	if m.windy {
		p.air = append(p.air, r.airVelocityAt(k, frame, m.near))
	}
	if k+1 < len(r.rows) && frame-r.times[k] > m.near {
		next := &r.rows[k+1]
		share := (frame - r.times[k]) / (r.times[k+1] - r.times[k])
		pos, vel := cubic(row.pos, next.pos, r.vel[k], r.vel[k+1], share, next.time-row.time)
		p.pos, p.vel = append(p.pos, toFloat32(pos)), append(p.vel, toFloat32(vel))
		p.up = append(p.up, row.up)
		p.phase, p.flags = append(p.phase, interpolatePhase(row.phase, next.phase, share)), append(p.flags, flock.Flags(row.flags)&^flock.Jumped)
		return float64(beat*(1-share)) + float64(float64(next.beat)*share)
	}
	pos := row.pos
	if offset := frame - r.times[k]; math.Abs(offset) > m.near { // before the first or after the last row
		for axis := range pos {
			pos[axis] += float64(r.vel[k][axis] * (offset / m.fps))
		}
	}
	p.pos, p.vel, p.up = append(p.pos, toFloat32(pos)), append(p.vel, toFloat32(r.vel[k])), append(p.up, row.up)
	p.phase, p.flags = append(p.phase, row.phase), append(p.flags, flock.Flags(row.flags))
	return beat
}

// airVelocityAt returns the velocity through the air in a frame. k is the last row at or before the frame.
func (r *trackPart) airVelocityAt(k int, frame, near float64) [3]float32 {
	component := func(k int) [3]float64 {
		if isNaN(r.rows[k].air) {
			return r.vel[k]
		}
		return r.rows[k].air
	}
	if k+1 == len(r.rows) || frame-r.times[k] <= near {
		return toFloat32(component(k))
	}
	share := (frame - r.times[k]) / (r.times[k+1] - r.times[k])
	a, b := scaled(component(k), 1-share), scaled(component(k+1), share)
	return toFloat32([3]float64{a[0] + b[0], a[1] + b[1], a[2] + b[2]})
}

func (p *path) heading(k int) [3]float32 {
	if p.air != nil {
		return p.air[k]
	}
	return p.vel[k]
}

// interpolatePhase returns the phase at the fraction share of the way from a to b. Phases only increase, and
// wrap around at 1.
func interpolatePhase(a, b float32, share float64) float32 {
	ahead := float64(b) - float64(a)
	if ahead < 0 {
		ahead++
	}
	return wrapPhase(float64(a) + float64(share*ahead))
}

func wrapPhase(phase float64) float32 {
	if x := float32(phase - math.Floor(phase)); x < 1 {
		return x
	}
	return 0
}

// cubic returns the position and the velocity on the cubic curve from p to q with the velocities v and w at
// its ends. share is the fraction of the time from p to q that has passed, and dt is this time in seconds.
func cubic(p, q, v, w [3]float64, share, dt float64) (pos, vel [3]float64) {
	at := snapshots.CubicAt(share, dt)
	for k := range pos {
		pos[k], vel[k] = at.Axis(p[k], q[k], v[k], w[k])
	}
	return pos, vel
}

func toFloat32(v [3]float64) [3]float32 {
	return [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
}
