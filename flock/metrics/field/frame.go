package field

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Frame is a flock at an instant. Birds may come and go, and be in any order.
type Frame struct {
	Seconds  float64
	ID       []int32      // of each bird, the same in all frames; nil: its index
	Pos, Vel []mgl32.Vec3 // m, Y up, and m/s
	Jumped   []bool       // since the frame before: wrapped or moved; nil: none
}

// FrameOf is the frame of a flock's snapshot, sharing its memory.
func FrameOf(s *flock.Snapshot) Frame {
	f := Frame{Seconds: s.Seconds(), Pos: s.Pos, Vel: s.Vel, Jumped: make([]bool, s.Len())}
	if len(s.IDs) > 0 {
		f.ID = s.IDs
	}
	for i, flags := range s.Flags {
		f.Jumped[i] = flags&flock.Jumped != 0
	}
	return f
}

// instant is a frame as it is kept: a bird that jumped has another id from then on, so
// that nobody is followed across.
type instant struct {
	seconds  float64
	id       []int32
	pos, vel []vec
	at       map[int32]int // index of each id, once it is asked for
	stir     []float64     // m/s², of each bird, once it is known: see film.stirs
	stirred  float64       // share of the birds
	calm     float64       // m/s², of the median bird
}

// find is the index of a bird, which may be that of a hint.
func (f *instant) find(id int32, hint int) (int, bool) {
	if hint < len(f.id) && f.id[hint] == id {
		return hint, true
	}
	if f.at == nil {
		f.at = make(map[int32]int, len(f.id))
		for i, id := range f.id {
			f.at[id] = i
		}
	}
	i, ok := f.at[id]
	return i, ok
}

// only is a part of the birds.
func (f *instant) only(which []int) *instant {
	part := &instant{seconds: f.seconds, id: make([]int32, len(which)), pos: make([]vec, len(which)), vel: make([]vec, len(which))}
	for k, i := range which {
		part.id[k], part.pos[k], part.vel[k] = f.id[i], f.pos[i], f.vel[i]
	}
	return part
}

// names gives birds that jumped other ids.
type names struct {
	of   map[int32]int32
	next int32
}

// rename gives those that jumped new ids.
func (n *names) rename(f *Frame) {
	if n.of == nil {
		n.of, n.next = map[int32]int32{}, -2
	}
	for i, jumped := range f.Jumped {
		if jumped {
			n.of[f.id(i)] = n.next
			n.next--
		}
	}
}

// id of bird i.
func (f *Frame) id(i int) int32 {
	if f.ID == nil {
		return int32(i)
	}
	return f.ID[i]
}

// instant copies a frame.
func (n *names) instant(f *Frame) *instant {
	out := &instant{seconds: f.Seconds, id: make([]int32, len(f.Pos)), pos: make([]vec, len(f.Pos)), vel: make([]vec, len(f.Pos))}
	for i := range f.Pos {
		id := f.id(i)
		if other, ok := n.of[id]; ok {
			id = other
		}
		out.id[i], out.pos[i], out.vel[i] = id, vecOf(f.Pos[i]), vecOf(f.Vel[i])
	}
	return out
}
