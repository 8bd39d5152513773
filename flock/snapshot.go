package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// Snapshot is a copy of the flocks at one tick; see [snapshots.Snapshot].
type Snapshot = snapshots.Snapshot

// Boid is one boid at an instant between ticks; see [snapshots.Boid].
type Boid = snapshots.Boid

// Flags describe one boid at one tick; see [snapshots.Flags].
type Flags = snapshots.Flags

// The flags; see [snapshots.Flags].
const (
	Leading = snapshots.Leading
	Gliding = snapshots.Gliding
	Jumped  = snapshots.Jumped
	Perched = snapshots.Perched
	Landing = snapshots.Landing
)

// Snapshot copies the flocks into dst, reusing its memory.
func (w *World) Snapshot(dst *Snapshot) {
	n := w.Len()
	dst.Tick, dst.TickRate, dst.Hash = w.tick, w.def.TickRate, w.Hash()
	dst.Pos, dst.Vel, dst.Up = lanes.Grown(dst.Pos, n), lanes.Grown(dst.Vel, n), lanes.Grown(dst.Up, n)
	dst.Phase, dst.Flags = lanes.Grown(dst.Phase, n), lanes.Grown(dst.Flags, n)
	dst.Counts, dst.Air, dst.IDs = dst.Counts[:0], dst.Air[:0], dst.IDs[:0]
	if w.updateAir(); w.air != nil {
		dst.Air = lanes.Grown(dst.Air, n)
	}
	for _, f := range w.flocks {
		f.snapshot(dst)
		if len(w.flocks) > 1 {
			dst.Counts = append(dst.Counts, f.N)
		}
	}
}

func (f *flock) snapshot(dst *Snapshot) {
	b := &f.Boids
	for slot, id := range b.ID {
		i := f.firstID + int(id)
		dst.Pos[i] = f.Pos(slot).Array()
		dst.Vel[i] = f.overGround(slot).Array()
		if len(dst.Air) > 0 {
			dst.Air[i] = f.Vel(slot).Scale(f.set.perSecond).Array()
		}
		dst.Up[i] = b.Up.At(slot).Array()
		dst.Phase[i] = b.Phase[slot]
		dst.Flags[i] = f.flags(slot)
	}
}

// overGround returns a boid's velocity over the ground, m/s. Call updateAir first.
func (f *flock) overGround(slot int) vec.Vec {
	vel := f.Vel(slot).Scale(f.set.perSecond)
	if f.world.air == nil || f.Boids.Wing[slot]&lanes.Perched != 0 {
		return vel
	}
	return f.world.air.OverGround(f.Pos(slot), vel, f.set.plane)
}

// StepMany advances the flocks by a number of ticks and copies them into dst. A boid that jumped in any of
// these ticks is flagged as Jumped.
func (w *World) StepMany(ticks int, dst *Snapshot) {
	var jumped []int32
	for k := range ticks {
		w.Step()
		if k < ticks-1 {
			jumped = w.AppendJumped(jumped)
		}
	}
	w.Snapshot(dst)
	for _, i := range jumped {
		if int(i) < len(dst.Flags) { // the boid is gone if its flock has shrunk
			dst.Flags[i] |= Jumped
		}
	}
}

// AppendJumped appends the ids of the boids that jumped in the last tick, for a World that is stepped
// without snapshots.
func (w *World) AppendJumped(ids []int32) []int32 {
	for _, f := range w.flocks {
		ids = f.appendJumped(ids)
	}
	return ids
}

func (f *flock) appendJumped(ids []int32) []int32 {
	if !f.set.wraps && !f.placedBeforeTick {
		return ids
	}
	for slot, bits := range f.Boids.Wing {
		if bits&lanes.Jumped != 0 {
			ids = append(ids, int32(f.firstID)+f.Boids.ID[slot])
		}
	}
	return ids
}

// flagAllPlaced flags all boids, because their ids belonged to other boids before.
func (f *flock) flagAllPlaced() {
	for slot := range f.Boids.Wing {
		f.Boids.Wing[slot] |= lanes.Placed
	}
	f.placedSinceTick = true
}

func (f *flock) centre() vec.Vec {
	c, _ := snapshots.Centre(f.asSnapshot())
	return vec.Vec{X: float32(c[0]), Y: float32(c[1]), Z: float32(c[2])}
}

// asSnapshot returns the fields of the flock that measures read. The next call overwrites them.
func (f *flock) asSnapshot() *Snapshot {
	s := &f.snapshotMemory
	s.Tick, s.TickRate = f.world.tick, f.tickRate
	s.Pos, s.Vel, s.Flags = lanes.Grown(s.Pos, f.N), lanes.Grown(s.Vel, f.N), lanes.Grown(s.Flags, f.N)
	for slot, id := range f.Boids.ID {
		s.Pos[id], s.Vel[id], s.Flags[id] = f.Pos(slot).Array(), f.overGround(slot).Array(), f.flags(slot)
	}
	return s
}
