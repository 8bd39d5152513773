package export

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"skein/flock"
	"skein/flock/whole"
	"skein/models"
)

// manyNodes is the number of birds above which other programs open a .glb file slowly.
const manyNodes = 2000

// A .glb file has a header of 12 bytes, and two chunks with headers of 8 bytes each. Lengths have 32 bits.
const (
	glbMagic, glbVersion = 0x46546c67, 2
	glbHead, chunkHead   = 12, 8
	jsonChunk, binChunk  = 0x4e4f534a, 0x004e4942
	mostGLB              = math.MaxUint32
)

func writeGLB(ctx context.Context, path string, s *Source) error {
	for _, b := range models.AllBirds(s.o.Birds) {
		if n := b.Poses; n > 1 && n < leastKeys {
			return optionErrorf("the bird has %d poses; the glTF export needs at least %d, or 1 for a bird without a wingbeat", n, leastKeys)
		}
	}
	return whole.Write(path, s.o.Force, func(f *os.File) error { return GLB(ctx, f, s) })
}

// GLB writes an animated scene as binary glTF. Each bird is a node, and the birds of a flock share a mesh.
// Linear tracks move and rotate the birds. Their keys have common times. Weights of morph targets move the
// wings. Their keys have different times for each bird, because each bird has its own phase.
//
// GLB reads the recording twice. The first pass computes the size of the file. The second one writes the
// tracks, which are partly kept in memory.
func GLB(ctx context.Context, f *os.File, s *Source) error {
	if err := s.checkBirds(); err != nil {
		return err
	}
	g := &glb{source: s}
	for _, kind := range s.kinds(make([][]int, len(s.flocks)), "flock") {
		g.flocks = append(g.flocks, glbFlock{birdKind: kind, keys: keysOf(kind.bird)})
	}
	if err := s.forEachFrame(ctx, firstRotations, g.firstPass); err != nil {
		return err
	}
	if len(g.birds) == 0 {
		return errNoBoids
	}
	for _, b := range g.birds {
		b.wings.end(nil)
	}
	if n := len(g.birds); n > manyNodes {
		s.o.warn("%d birds become %d nodes, and glTF viewers are slow above %d; use --boids for fewer birds, or --to blender or .usda, which draw them as instances",
			n, n, manyNodes)
	}
	var err error
	if g.camera, err = s.camera(ctx); err != nil {
		return err
	}
	if err := g.describe(); err != nil {
		return err
	}
	if err := g.head(f); err != nil {
		return err
	}
	return g.tracks(ctx, f)
}

type glb struct {
	source *Source
	flocks []glbFlock
	birds  []*glbBird
	byID   []*glbBird // birds by id; nil for those that are not exported
	start  float64
	frames int
	clock  []float32 // times of the frames since the first frame, s
	times  []float32 // times of the common keys since the first frame, s
	breaks []bool    // for each frame, whether any bird jumps just before it, which requires two more keys

	doc gltf.Document
	glbLists
	digits int
	camera []cameraFrame
	things []glbThing
	front  []byte // start of the binary chunk: meshes, times and short tracks
	base   int64  // offset of the binary chunk's data
	bytes  int64  // length of that data
	offset int
}

type glbFlock struct {
	birdKind

	keys  *keyPoses
	sizes []sizeChange
	mesh  int

	nodes []int // indices of the nodes; empty if the flock is not exported
	flush func(...*track)
}

type sizeChange struct{ time, size float32 }

type glbBird struct {
	id              int
	flock           *glbFlock
	node            int
	first           glbPose
	before          glbPose
	present         bool
	presenceChanges []float32 // times at which the bird appears and disappears, alternately
	wings           keyer

	translation, rotation, times, weights track
}

type glbPose struct {
	pos, vel mgl32.Vec3
	rotation mgl32.Quat
}

func poseOfBoid(b *Boid) glbPose { return glbPose{b.Pos, b.Vel, b.Rotation} }

// firstPass reads a frame to compute the size of the file.
func (g *glb) firstPass(f *Frame) error {
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
	for k := range g.flocks {
		z, size := &g.flocks[k].sizes, f.Sizes[g.flocks[k].flock]
		if n := len(*z); n == 0 || (*z)[n-1].size != size {
			*z = append(*z, sizeChange{float32(time), size})
		}
	}
	g.frames++
	return nil
}

func (g *glb) bird(b *Boid) *glbBird {
	for b.ID >= len(g.byID) {
		g.byID = append(g.byID, nil)
	}
	if g.byID[b.ID] == nil {
		owner := &g.flocks[g.source.kindOf(b)]
		g.byID[b.ID] = &glbBird{id: b.ID, flock: owner, first: poseOfBoid(b), wings: keyer{k: owner.keys}}
		g.birds = insert(g.birds, g.byID[b.ID])
	}
	return g.byID[b.ID]
}

func insert(birds []*glbBird, b *glbBird) []*glbBird {
	birds = append(birds, b)
	for i := len(birds) - 1; i > 0 && birds[i-1].id > b.id; i-- {
		birds[i-1], birds[i] = birds[i], birds[i-1]
	}
	return birds
}

// time adds the time of a frame's keys. If birds jump, it first adds two times that are close together, half
// way between the previous frame and this one.
func (g *glb) time(t float32, jump bool) error {
	g.clock = append(g.clock, t)
	if g.frames == 0 {
		g.times, g.breaks = append(g.times, t), append(g.breaks, false)
		return nil
	}
	last := g.times[len(g.times)-1]
	if t <= last {
		return fmt.Errorf("frames at %g and %g s have the same time in glTF's 32-bit floats; use a lower --fps", last, t)
	}
	before, after := halfWay(last, t)
	if jump = jump && last < before && before < after && after < t; jump {
		g.times = append(g.times, before, after)
	}
	g.times, g.breaks = append(g.times, t), append(g.breaks, jump)
	return nil
}

// halfWay returns two times halfway between last and t. They are close together, but far enough apart for
// other programs.
func halfWay(last, t float32) (before, after float32) {
	middle, gap := (last+t)/2, (t-last)/256
	return middle - gap, middle + gap
}

func (g *glb) presence(f *Frame, t float32) {
	next := 0
	for _, bird := range g.birds {
		present := next < len(f.Boids) && f.Boids[next].ID == bird.id
		if present {
			next++
		}
		if present != bird.present {
			bird.presenceChanges = append(bird.presenceChanges, t)
		}
		bird.present = present
	}
}

// size returns the sizes of a bird, and the time at which each begins to apply. The size of an absent bird is
// 0.
func (b *glbBird) size() (times, sizes []float32) {
	all := append([]float32{0}, b.presenceChanges...)
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
		for turns < len(b.presenceChanges) && b.presenceChanges[turns] <= t {
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

// head writes everything before the tracks, and frees its memory.
func (g *glb) head(f *os.File) error {
	length, err := g.writeText(f)
	if err != nil {
		return err
	}
	if g.base = glbHead + chunkHead + length + chunkHead; g.base+g.bytes > mostGLB {
		return fmt.Errorf("%.1f GB is too much for a .glb, which can have at most 4.2 GB; use fewer --frames or --boids, or a lower --fps",
			float64(g.base+g.bytes)/1e9)
	}
	u32 := func(values ...uint32) (out []byte) {
		for _, v := range values {
			out = binary.LittleEndian.AppendUint32(out, v)
		}
		return out
	}
	if _, err := f.WriteAt(u32(glbMagic, glbVersion, uint32(g.base+g.bytes), uint32(length), jsonChunk), 0); err != nil {
		return err
	}
	if _, err := f.WriteAt(append(u32(uint32(g.bytes), binChunk), g.front...), g.base-chunkHead); err != nil {
		return err
	}
	g.front = nil
	return nil
}

// writeText writes the document as JSON after the space for the headers, padded with spaces to a multiple of
// four bytes. It frees the memory of the document.
func (g *glb) writeText(f *os.File) (length int64, err error) {
	out := bufio.NewWriterSize(io.NewOffsetWriter(f, glbHead+chunkHead), 1<<16)
	written := &countingWriter{to: out, progress: func(bytes int64) { length += bytes }}
	if err := g.writeDocument(written); err != nil {
		return 0, err
	}
	for length%4 != 0 {
		written.Write([]byte(" ")) // Flush returns the first error
	}
	g.doc, g.glbLists = gltf.Document{}, glbLists{}
	return length, out.Flush()
}
