package export

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/whole"
)

// manyNodes is the number of birds above which a .glb is slow to open elsewhere.
const manyNodes = 2000

// A .glb file begins with a header of twelve bytes; each of its two chunks with
// one of eight. Lengths are 32 bits.
const (
	glbMagic, glbVersion = 0x46546c67, 2
	jsonChunk, binChunk  = 0x4e4f534a, 0x004e4942
	mostGLB              = math.MaxUint32
)

// writeGLB writes a binary glTF file.
func writeGLB(ctx context.Context, path string, s *Source) error {
	for _, b := range s.o.Birds {
		if n := b.Poses; n > 1 && n < leastKeys {
			return unfitf("%d poses of the bird: for glTF want at least %d, or 1", n, leastKeys)
		}
	}
	return whole.Write(path, s.o.Force, func(f *os.File) error { return GLB(ctx, f, s) })
}

// GLB writes an animated scene as binary glTF: a node for each bird that shares
// the mesh of its flock, turned and moved by straight tracks over times that all birds share,
// and with wings that beat in its own phase by weights of morph targets, which
// have their own times. It goes over the recording twice, first to learn how much
// there is, and holds a part of the tracks in memory.
func GLB(ctx context.Context, f *os.File, s *Source) error {
	if err := s.checkBirds(); err != nil {
		return err
	}
	g := &glb{source: s}
	for k, name := range s.names("flock") {
		g.flocks = append(g.flocks, glbFlock{name: name, keys: keysOf(s.o.Birds[k])})
		g.flocks[k].weights = make([]float32, len(g.flocks[k].keys.poses)-1)
	}
	if err := s.Each(ctx, g.survey); err != nil {
		return err
	}
	if len(g.birds) == 0 {
		return errNobody
	}
	for _, b := range g.birds {
		b.wings.end(nil)
	}
	if n := len(g.birds); n > manyNodes {
		s.o.warn("%d birds are %d nodes: glTF viewers grow slow above %d; --boids takes fewer, and --to blender or .usda draw all as instances",
			n, n, manyNodes)
	}
	if err := g.describe(); err != nil {
		return err
	}
	if err := g.head(f); err != nil {
		return err
	}
	return g.tracks(ctx, f)
}

// glb is a file in the making.
type glb struct {
	source *Source
	flocks []glbFlock
	birds  []*glbBird // in order of ids
	byID   []*glbBird // nil: not exported
	start  float64    // of the first frame, s
	frames int
	clock  []float32 // of the frames, s from the first
	times  []float32 // of the keys that all birds share, likewise
	breaks []bool    // by frame: whether two keys on the way to it let some birds jump

	doc    gltf.Document
	things []glbThing // around the flock
	front  []byte     // of the binary chunk: the mesh and the times
	text   []byte     // the document
	base   int64      // where the binary chunk's data begin
	bytes  int64      // of the data
	at     int        // index of the key to be written next
}

// glbFlock is what the birds of a flock share.
type glbFlock struct {
	name  string // of its birds
	keys  *keyPoses
	sizes []turning // of all birds, from when on
	mesh  int

	weights []float32 // of its poses but the first: scratch
	nodes   []int     // of its birds; none: it is not exported
}

// turning is a size from a time on.
type turning struct{ time, size float32 }

// glbBird is one bird.
type glbBird struct {
	id     int
	flock  *glbFlock
	node   int
	first  Boid      // in the first frame that it is in
	before Boid      // in the frame before
	there  bool      // in the frame before
	turns  []float32 // times at which it comes and goes, in turn
	wings  keyer

	translation, rotation, times, weights track
}

// survey looks at a frame to learn how much there will be to write.
func (g *glb) survey(f *Frame) error {
	if g.frames == 0 {
		g.start = f.Seconds
	}
	time := f.Seconds - g.start
	jump := false
	for i := range f.Boids {
		b := &f.Boids[i]
		bird := g.bird(b)
		jump = jump || b.Flags&flock.Jumped != 0 && bird.wings.seen > 0
		bird.wings.add(time, b.Turns, nil)
	}
	if err := g.time(float32(time), jump); err != nil {
		return err
	}
	g.presence(f, float32(time))
	for k, size := range f.Sizes {
		z := &g.flocks[k].sizes
		if n := len(*z); n == 0 || (*z)[n-1].size != size {
			*z = append(*z, turning{float32(time), size})
		}
	}
	g.frames++
	return nil
}

// bird is the bird that a boid is, made when it is first seen.
func (g *glb) bird(b *Boid) *glbBird {
	for b.ID >= len(g.byID) {
		g.byID = append(g.byID, nil)
	}
	if g.byID[b.ID] == nil {
		of := &g.flocks[b.Flock]
		g.byID[b.ID] = &glbBird{id: b.ID, flock: of, first: *b, wings: keyer{k: of.keys}}
		g.birds = insert(g.birds, g.byID[b.ID])
	}
	return g.byID[b.ID]
}

// insert puts a bird in its place by its id, mostly at the end.
func insert(birds []*glbBird, b *glbBird) []*glbBird {
	birds = append(birds, b)
	for i := len(birds) - 1; i > 0 && birds[i-1].id > b.id; i-- {
		birds[i-1], birds[i] = birds[i], birds[i-1]
	}
	return birds
}

// time adds the keys of a frame: its own, and, if birds jump, two close together
// half way to it.
func (g *glb) time(t float32, jump bool) error {
	g.clock = append(g.clock, t)
	if g.frames == 0 {
		g.times, g.breaks = append(g.times, t), append(g.breaks, false)
		return nil
	}
	last := g.times[len(g.times)-1]
	if t <= last {
		return fmt.Errorf("frames at %g and %g s are the same instant in glTF: want fewer frames a second", last, t)
	}
	before, after := halfWay(last, t)
	if jump = jump && last < before && before < after && after < t; jump {
		g.times = append(g.times, before, after)
	}
	g.times, g.breaks = append(g.times, t), append(g.breaks, jump)
	return nil
}

// halfWay are two times half way between two others, close together, but not so
// close that other programs take them for the same.
func halfWay(last, t float32) (before, after float32) {
	middle, gap := (last+t)/2, (t-last)/256
	return middle - gap, middle + gap
}

// presence notes who came and who went.
func (g *glb) presence(f *Frame, t float32) {
	next := 0
	for _, bird := range g.birds {
		there := next < len(f.Boids) && f.Boids[next].ID == bird.id
		if there {
			next++
		}
		if there != bird.there {
			bird.turns = append(bird.turns, t)
		}
		bird.there = there
	}
}

// size is how large a bird is from when on: one that is not there has no size.
func (b *glbBird) size() (times, sizes []float32) {
	all := append([]float32{0}, b.turns...)
	for _, z := range b.flock.sizes {
		all = append(all, z.time)
	}
	slices.Sort(all)
	for _, t := range slices.Compact(all) {
		size := b.flock.sizes[0].size
		for _, z := range b.flock.sizes {
			if z.time <= t {
				size = z.size
			}
		}
		turns := 0
		for turns < len(b.turns) && b.turns[turns] <= t {
			turns++
		}
		if turns%2 == 0 {
			size = 0
		}
		if n := len(sizes); n == 0 || sizes[n-1] != size {
			times, sizes = append(times, t), append(sizes, size)
		}
	}
	return times, sizes
}

// head writes all up to the tracks.
func (g *glb) head(f *os.File) error {
	var out []byte
	u32 := func(values ...uint32) {
		for _, v := range values {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
	}
	u32(glbMagic, glbVersion, uint32(g.base+g.bytes), uint32(len(g.text)), jsonChunk)
	out = append(out, g.text...)
	u32(uint32(g.bytes), binChunk)
	out = append(out, g.front...)
	_, err := f.WriteAt(out, 0)
	return err
}

// marshal writes the document down and checks that all fits.
func (g *glb) marshal() (err error) {
	g.doc.Buffers[0].ByteLength = int(g.bytes)
	if g.text, err = json.Marshal(&g.doc); err != nil {
		return fmt.Errorf("glTF: %w", err)
	}
	for len(g.text)%4 != 0 {
		g.text = append(g.text, ' ')
	}
	if g.base = int64(12 + 8 + len(g.text) + 8); g.base+g.bytes > mostGLB {
		return fmt.Errorf("%.1f GB: a .glb holds 4.2 GB at most; want fewer --frames or --boids, or a lower --fps",
			float64(g.base+g.bytes)/1e9)
	}
	return nil
}
