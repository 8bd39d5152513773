package field

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// Frame is a flock at an instant. The birds may be in any order, and may differ between frames.
type Frame struct {
	Seconds  float64
	ID       []int32      // id of each bird, the same in all frames; if nil, ids are indices
	Pos, Vel []mgl32.Vec3 // position, m, with Y up, and velocity over the ground, m/s
	Sits     []bool       // whether a bird perches or does not move, and so is not measured; nil if all fly
	Jumped   []bool       // whether a bird wrapped around or was moved since the previous frame; nil if none did
}

// FrameOf returns the frame of a snapshot. It shares the snapshot's memory.
func FrameOf(s *flock.Snapshot) Frame {
	f := Frame{Seconds: s.Seconds(), Pos: s.Pos, Vel: s.Vel, Jumped: make([]bool, s.Len()), Sits: make([]bool, s.Len())}
	if len(s.IDs) > 0 {
		f.ID = s.IDs
	}
	for i, flags := range s.Flags {
		f.Jumped[i] = flags&flock.Jumped != 0
		f.Sits[i] = !s.Flies(i)
	}
	return f
}

// instant is a stored frame. A bird that jumped gets a new id, so that nothing is measured across the jump.
type instant struct {
	seconds   float64
	id        []int32
	pos, vel  []vec.Vec64
	indexByID map[int32]int // index of each bird by its id; created on first use
	stir      []float64     // acceleration of each bird across its course, m/s²; set by film.stirs
	stirred   float64
	calm      float64 // median of stir, m/s²
}

// find returns the index of the bird with the given id. It tries the index hint first.
func (f *instant) find(id int32, hint int) (int, bool) {
	if hint < len(f.id) && f.id[hint] == id {
		return hint, true
	}
	if f.indexByID == nil {
		f.indexByID = make(map[int32]int, len(f.id))
		for i, id := range f.id {
			f.indexByID[id] = i
		}
	}
	i, ok := f.indexByID[id]
	return i, ok
}

// heading returns the mean heading of the given birds, and how many of them are in the frame.
func (f *instant) heading(members map[int32]bool) (mean snapshots.MeanHeading, birds int) {
	for i, id := range f.id {
		if members[id] {
			mean.Add(f.vel[i])
			birds++
		}
	}
	return mean, birds
}

func (f *instant) snapshot() *flock.Snapshot {
	s := &flock.Snapshot{}
	for i := range f.pos {
		p, v := f.pos[i], f.vel[i]
		s.Pos = append(s.Pos, mgl32.Vec3{float32(p[0]), float32(p[1]), float32(p[2])})
		s.Vel = append(s.Vel, mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])})
	}
	return s
}

func (f *instant) subset(which []int) *instant {
	part := &instant{seconds: f.seconds, id: make([]int32, len(which)), pos: make([]vec.Vec64, len(which)), vel: make([]vec.Vec64, len(which))}
	for k, i := range which {
		part.id[k], part.pos[k], part.vel[k] = f.id[i], f.pos[i], f.vel[i]
	}
	return part
}

type idMap struct {
	newID map[int32]int32
	next  int32
}

func (n *idMap) rename(f *Frame) {
	if n.newID == nil {
		n.newID, n.next = map[int32]int32{}, -2
	}
	for i, jumped := range f.Jumped {
		if jumped {
			n.newID[f.id(i)] = n.next
			n.next--
		}
	}
}

func (f *Frame) id(i int) int32 {
	if f.ID == nil {
		return int32(i)
	}
	return f.ID[i]
}

func (n *idMap) instant(f *Frame) *instant {
	out := &instant{seconds: f.Seconds, id: make([]int32, 0, len(f.Pos)), pos: make([]vec.Vec64, 0, len(f.Pos)), vel: make([]vec.Vec64, 0, len(f.Pos))}
	for i := range f.Pos {
		if len(f.Sits) > 0 && f.Sits[i] {
			continue
		}
		id := f.id(i)
		if other, ok := n.newID[id]; ok {
			id = other
		}
		out.id, out.pos, out.vel = append(out.id, id), append(out.pos, vec.Vec64Of(f.Pos[i])), append(out.vel, vec.Vec64Of(f.Vel[i]))
	}
	return out
}
