package seek

import (
	"sync/atomic"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Records store the data of boids that other boids see. They are used only for flocks whose boids do not look
// beyond their vision sphere, as in nearly all flocks. Each boid has a list of the boids that may come into
// its sight before the next sort. It reads their data from records of 16 bytes. If a record is not precise
// enough, the boid searches the grid instead.
type Records struct {
	Use       bool          // whether the records are in use in this tick
	Rest      int64         // age of the World, in ticks, before which the records must not be used
	Now, Next []near.Record // records at the start and at the end of the tick, by slot
	Course    vec.Vec       // velocity of the flock in whole quanta, which is subtracted in the records

	// Blocks holds, for each block of lanes.Size boids, the index in Lists at which its lists begin, or
	// NoLists. Heads holds the heads of each block; see near.Eyes. The last head of a block marks the end of
	// its pairs, which are stored after its lists.
	Blocks []int32
	Heads  []uint32
	Lists  []int16
	Used   atomic.Int64 // number of entries of Lists in use; exceeds the size of Lists if the lists did not fit

	Reach []int32 // reach of each boid that sees only the nearest; see near.Chooser
}

// HeadsSize is the number of heads of a block.
const HeadsSize = lanes.Size + lanes.Pad

// listsSize returns the number of list entries for n boids. Large flocks get fewer entries per boid to save
// memory. With 20 boids in sight, a list has about 30.
func listsSize(n int) int { return max(56*n, min(256*n, 56*100_000)) }

// Resize makes room for n boids that have just been sorted. If chooses is true, boids see only the nearest
// boids, and Reach is needed.
func (r *Records) Resize(n int, chooses bool) {
	blocks := (n + lanes.Size - 1) / lanes.Size
	r.Now, r.Next = lanes.Grown(r.Now, n), lanes.Grown(r.Next, n)
	r.Blocks, r.Heads, r.Lists = lanes.Grown(r.Blocks, blocks), lanes.Grown(r.Heads, blocks*HeadsSize), lanes.Grown(r.Lists, listsSize(n))
	if r.Used.Store(0); chooses {
		r.Reach = lanes.Grown(r.Reach, n)
	}
}

// Pack writes the records of boids to dst. It returns the number of velocities that do not fit in a record.
func Pack(dst []near.Record, pos, vel *lanes.Vec, course vec.Vec) (tooFast int) {
	return near.PackRecords(dst, pos.X, pos.Y, pos.Z, vel.X, vel.Y, vel.Z, course.Floats(), 1/vec.Quantum)
}

// Store stores the lists of a block and their heads if there is room.
func (r *Records) Store(block int, lists []int16, heads []uint32) {
	r.Blocks[block] = NoLists
	if to := int(r.Used.Add(int64(len(lists)))); to <= len(r.Lists) {
		r.Blocks[block] = int32(to - len(lists))
		copy(r.Lists[to-len(lists):to], lists)
		copy(r.Heads[block*HeadsSize:], heads)
	}
}

// RoomFor returns a slice that contains the first n elements of s and has room for extra elements after them.
func RoomFor(s []int16, n, extra int) []int16 {
	if n+extra <= len(s) {
		return s
	}
	longer := make([]int16, 2*(n+extra))
	copy(longer, s)
	return longer
}

// NoLists marks a block without lists.
const NoLists = -1
