// Package snapshots holds copies of flocks at a tick. [Snapshot] is one of these copies, and [Interpolate]
// computes the boids at an instant between two of them. [Boid.Attitude] is the rotation with which a boid is
// drawn. A [Measure] is a quantity of a flock at a tick, such as its polarization.
package snapshots

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Flags describe the state of a boid at a tick.
type Flags uint8

const (
	Leading Flags = 1 << iota // escaping (H12)
	Gliding                   // descending with the wings held open (H16)
	Jumped                    // wrapped around or was moved since the last tick (with StepMany, since the last snapshot), so do not interpolate
	// sits on a perch or stands on the ground; its velocity is at most 0.02 m/s, in the direction that it
	// faces
	Perched
	Landing // brakes on the last metres before its seat; see [Boid.Attitude]
)

// Snapshot is a copy of the flocks at a tick. It shares no memory with a World. The boids are in the order of
// their ids, so the first flock comes first. In a snapshot of a World, the id of each boid is its index.
// Tracked birds may appear and disappear, so their snapshots list the ids in IDs. All slices except Counts
// have the same length or are empty.
type Snapshot struct {
	Tick     int64
	TickRate int    // ticks per second
	Hash     uint64 // hash of the state at this tick; see World.Hash
	Pos      []mgl32.Vec3
	Vel      []mgl32.Vec3 // velocity over the ground, always in m/s, even if the model counts in steps
	Air      []mgl32.Vec3 // velocity through the air, in the direction of the heading, m/s; empty without wind, when it equals Vel
	Up       []mgl32.Vec3 // unit vector orthogonal to the heading
	Phase    []float32    // phase of the wingbeat in turns, in [0,1); at 0, the wings are fully open
	Flags    []Flags
	Counts   []int   // number of boids of each flock; empty if there is only one flock
	IDs      []int32 // ascending ids of the boids; if empty, the ids are the indices
}

// ID returns the id of the boid with index i.
func (s *Snapshot) ID(i int) int {
	if len(s.IDs) == 0 {
		return i
	}
	return int(s.IDs[i])
}

// Index returns the index of the boid with the given id. If there is no such boid, i is the index at which
// it would be inserted.
func (s *Snapshot) Index(id int) (i int, ok bool) {
	if len(s.IDs) == 0 {
		return min(max(id, 0), s.Len()), id >= 0 && id < s.Len()
	}
	return slices.BinarySearchFunc(s.IDs, id, func(a int32, id int) int { return cmp.Compare(int(a), id) })
}

// HasSameIDs reports whether two snapshots hold boids with the same ids.
func (s *Snapshot) HasSameIDs(other *Snapshot) bool {
	if len(s.IDs) == 0 && len(other.IDs) == 0 {
		return s.Len() == other.Len()
	}
	return slices.Equal(s.IDs, other.IDs)
}

// CopyCommon copies those boids of s to dst that are also in other.
func (s *Snapshot) CopyCommon(dst, other *Snapshot) {
	*dst = Snapshot{
		Tick: s.Tick, TickRate: s.TickRate, Hash: s.Hash,
		Pos: dst.Pos[:0], Vel: dst.Vel[:0], Air: dst.Air[:0], Up: dst.Up[:0],
		Phase: dst.Phase[:0], Flags: dst.Flags[:0], Counts: dst.Counts[:0], IDs: dst.IDs[:0],
	}
	for k := range s.Counts {
		dst.Counts = append(dst.Counts, 0)
		from, to := s.Range(k)
		for i := from; i < to; i++ {
			dst.Counts[k] += dst.appendShared(s, other, i)
		}
	}
	for i := range s.Len() {
		if len(s.Counts) == 0 {
			dst.appendShared(s, other, i)
		}
	}
}

func (s *Snapshot) appendShared(source, other *Snapshot, i int) (boids int) {
	id := source.ID(i)
	if _, ok := other.Index(id); !ok {
		return 0
	}
	s.Pos, s.Vel, s.Up = append(s.Pos, source.Pos[i]), append(s.Vel, source.Vel[i]), append(s.Up, source.Up[i])
	s.Phase, s.Flags, s.IDs = append(s.Phase, source.Phase[i]), append(s.Flags, source.Flags[i]), append(s.IDs, int32(id))
	if len(source.Air) > 0 {
		s.Air = append(s.Air, source.Air[i])
	}
	return 1
}

// FlockCount returns the number of flocks, at least one.
func (s *Snapshot) FlockCount() int { return max(1, len(s.Counts)) }

// FlockOf returns the index of the flock that contains the boid with index i.
func (s *Snapshot) FlockOf(i int) int {
	for k, n := range s.Counts {
		if i < n {
			return k
		}
		i -= n
	}
	return 0
}

// Range returns the range [first, end) of the indices of a flock's boids.
func (s *Snapshot) Range(flock int) (first, end int) {
	if len(s.Counts) == 0 {
		return 0, s.Len()
	}
	for _, n := range s.Counts[:flock] {
		first += n
	}
	return first, first + s.Counts[flock]
}

// OneFlock returns a snapshot of the flock with the given index. It shares the memory of s. Its ids begin at
// 0 unless s lists IDs. Its hash is the hash of all flocks.
func (s *Snapshot) OneFlock(flock int) Snapshot {
	from, to := s.Range(flock)
	own := Snapshot{
		Tick: s.Tick, TickRate: s.TickRate, Hash: s.Hash,
		Pos: s.Pos[from:to], Vel: s.Vel[from:to], Up: s.Up[from:to], Phase: s.Phase[from:to], Flags: s.Flags[from:to],
	}
	if len(s.Air) > 0 {
		own.Air = s.Air[from:to]
	}
	if len(s.IDs) > 0 {
		own.IDs = s.IDs[from:to]
	}
	return own
}

// ThroughAir returns the velocities through the air. This is Air or, without wind, Vel.
func (s *Snapshot) ThroughAir() []mgl32.Vec3 {
	if len(s.Air) > 0 {
		return s.Air
	}
	return s.Vel
}

// Len returns the number of boids.
func (s *Snapshot) Len() int { return len(s.Pos) }

// Seconds returns the simulated time since tick 0.
func (s *Snapshot) Seconds() float64 { return float64(s.Tick) / float64(s.TickRate) }

// Boid is a boid at an instant that may lie between ticks.
type Boid struct {
	Pos, Vel, Up mgl32.Vec3
	Phase        float32
	Flags        Flags
	Air          mgl32.Vec3 // velocity through the air, m/s; zero if unknown
	heading      mgl32.Vec3 // direction of the body between two snapshots; zero means the direction of ThroughAir
}

// ThroughAir returns the velocity through the air, which is parallel to the heading. This is Air or, if Air
// is zero, Vel.
func (b *Boid) ThroughAir() mgl32.Vec3 {
	if b.Air != (mgl32.Vec3{}) {
		return b.Air
	}
	return b.Vel
}
