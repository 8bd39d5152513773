package export

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/whole"
)

//go:embed blender/scene.py
var blenderScript []byte

//go:embed blender/README.txt
var blenderReadme []byte

// Names of files in a folder for Blender.
const (
	blenderScene  = "scene.json"
	blenderMotion = "motion.pc2"
	blenderWings  = "wings.pc2"
	blenderCamera = "camera.f32"
	blenderPoses  = "bird.f32"
)

// writeBlender writes a folder from which Blender builds the scene. It contains a script, the scene as JSON,
// and files of 32-bit little-endian floats, which the first comment of the script describes. Vectors (x, y,
// z) become (x, -z, y), as in Blender's glTF importer.
func writeBlender(ctx context.Context, path string, s *Source) error {
	first, fps, err := s.frameTiming("Blender")
	if err != nil {
		return err
	}
	flocks, err := s.folderFlocks(ctx)
	if err != nil {
		return err
	}
	return whole.Folder(path, s.o.Force, func(dir string) error {
		b := &blender{source: s, dir: dir}
		for _, f := range flocks {
			b.flocks = append(b.flocks, &blenderFlock{folderFlock: f, beats: new(wingbeats)})
		}
		return b.write(ctx, first, fps)
	})
}

type folderFlock struct {
	birdKind
	prefix string // prefix of the flock's file names; "" for a single flock
}

func (s *Source) folderFlocks(ctx context.Context) (flocks []folderFlock, err error) {
	ids, err := s.IDs(ctx)
	if err != nil {
		return nil, err
	}
	kinds := s.kinds(ids)
	for _, kind := range kinds {
		if len(kind.ids) > 0 {
			flocks = append(flocks, folderFlock{birdKind: kind, prefix: kind.name + "_"})
		}
	}
	if len(kinds) == 1 {
		flocks[0].prefix = ""
	}
	return flocks, nil
}

// frameTiming returns the number of the first frame and the frame rate. If the frames are not evenly spaced,
// it returns an error that names program.
func (s *Source) frameTiming(program string) (first int, fps float64, err error) {
	n := s.Numbers()
	step := 1
	if len(n) > 1 {
		step = n[1] - n[0]
	}
	for i := 1; i < len(n); i++ {
		if n[i]-n[i-1] != step {
			return 0, 0, optionErrorf("frames %d, %d and %d: %s needs evenly spaced frames", n[i-2], n[i-1], n[i], program)
		}
	}
	if step > 1 {
		return 1, s.FPS() / float64(step), nil
	}
	return n[0], s.FPS(), nil
}

type blender struct {
	source *Source
	dir    string
	flocks []*blenderFlock
	files  []*blenderFile

	camera   *blenderFile
	rotation mgl32.Quat // rotation of the camera in the previous frame
}

type blenderFlock struct {
	folderFlock
	motion, wings   *blenderFile
	before, current []blenderBird
	beats           *wingbeats
}

type blenderBird struct {
	pos, turn mgl32.Vec3
	phase     float32
	flags     int
}

// Flags that wings.pc2 adds to a phase.
const (
	blenderLeading = 1 << iota
	blenderGone    // the bird is not in the flock, or is invisible
	blenderStep    // the bird jumps before or after this frame
	blenderHolds
)

func (b *blender) write(ctx context.Context, first int, fps float64) (err error) {
	defer func() {
		for _, f := range b.files {
			f.file.Close() // After an error, files contains the files that are still open.
		}
	}()
	parts, err := b.birds()
	if err != nil {
		return err
	}
	if err := b.open(); err != nil {
		return err
	}
	if err := b.source.forEachFrame(ctx, rotations, b.frame); err != nil {
		return err
	}
	for _, f := range b.flocks {
		if err := f.writeBirds(f.current); err != nil {
			return err
		}
	}
	for _, f := range b.files {
		if err := f.close(); err != nil {
			return err
		}
	}
	b.files = nil
	if err := b.describe(parts, first, fps); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.dir, "scene.py"), blenderScript, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(b.dir, "README.txt"), blenderReadme, 0o644)
}

func (b *blender) open() (err error) {
	for _, f := range b.flocks {
		n, frames := len(f.ids), len(b.source.Numbers())
		if f.motion, err = b.cache(f.prefix+blenderMotion, n, frames); err != nil {
			return err
		}
		if f.wings, err = b.cache(f.prefix+blenderWings, n+(n+2)/3, frames); err != nil {
			return err
		}
	}
	b.camera, err = b.create(blenderCamera)
	return err
}

func (b *blender) cache(name string, points, frames int) (*blenderFile, error) {
	f, err := b.create(name)
	if err != nil {
		return nil, err
	}
	head := []byte("POINTCACHE2\x00")
	for _, v := range []uint32{1, uint32(points), 0, math.Float32bits(1), uint32(frames)} {
		head = binary.LittleEndian.AppendUint32(head, v)
	}
	_, err = f.out.Write(head)
	return f, err
}

// frame reads a frame and writes the previous one, whose flags depend on the new frame.
func (b *blender) frame(f *Frame) error {
	for _, flock := range b.flocks {
		flock.readBoids(f.Boids)
	}
	if err := b.view(f); err != nil {
		return err
	}
	for _, flock := range b.flocks {
		if flock.before == nil {
			continue
		}
		if err := flock.writeBirds(flock.before); err != nil {
			return err
		}
	}
	return nil
}

func (b *blenderFlock) readBoids(boids []Boid) {
	b.before, b.current = b.current, b.before
	if b.current == nil {
		b.current = make([]blenderBird, len(b.ids))
	}
	forIDs(b.ids, boids, func(i int, current *Boid) {
		to := &b.current[i]
		if current == nil {
			*to = blenderBird{flags: blenderGone}
			if b.before != nil {
				*to = b.before[i]
				to.flags = blenderGone
			}
			return
		}
		*to = blenderBirdOf(current)
		b.beats.add(current)
		if to.flags&blenderStep != 0 && b.before != nil {
			b.before[i].flags |= blenderStep
		}
	})
}

func blenderBirdOf(b *Boid) blenderBird {
	out := blenderBird{pos: toBlender(b.Pos), turn: eulerXYZ(b.Rotation), phase: b.Phase}
	if b.Flags&flock.Leading != 0 {
		out.flags |= blenderLeading
	}
	if b.Flags&flock.Jumped != 0 {
		out.flags |= blenderStep
	}
	if holdsWings(b.Flags) {
		out.flags |= blenderHolds
	}
	return out
}

func (b *blenderFlock) writeBirds(birds []blenderBird) error {
	for i := range birds {
		b.motion.floats(birds[i].pos[:]...)
		b.wings.floats(birds[i].turn[:]...)
	}
	for i := range birds {
		b.wings.floats(flaggedPhase(birds[i].flags, birds[i].phase))
	}
	for i := len(birds); i%3 != 0; i++ {
		b.wings.floats(0)
	}
	if b.motion.err != nil {
		return b.motion.err
	}
	return b.wings.err
}

// flaggedPhase adds flags to a phase in [0,1). If rounding would give the next integer, and therefore other
// flags, it returns flags alone.
func flaggedPhase(flags int, phase float32) float32 {
	if sum := float32(flags) + phase; sum < float32(flags+1) {
		return sum
	}
	return float32(flags)
}

func (b *blender) view(f *Frame) error {
	stage := b.source.o.Stage
	if stage == nil {
		return nil
	}
	v, err := stage.View(f)
	if err != nil {
		return err
	}
	if v.Hide >= 0 {
		b.hide(b.source.idOf(v.Hide, f.counts))
	}
	const half = math.Sqrt2 / 2 // a quarter turn about X
	q := mgl32.Quat{W: half, V: mgl32.Vec3{half}}.Mul(v.Rotation).Normalize()
	if q.Dot(b.rotation) < 0 {
		q = q.Scale(-1)
	}
	b.rotation = q
	eye := toBlender(v.Eye)
	b.camera.floats(eye[0], eye[1], eye[2], q.W, q.V[0], q.V[1], q.V[2], v.FovY)
	return b.camera.err
}

func (b *blender) hide(id int) {
	for _, f := range b.flocks {
		if i, found := slices.BinarySearch(f.ids, id); found {
			f.current[i].flags |= blenderGone
		}
	}
}

// toBlender converts a vector from the axes of glTF.
func toBlender(v mgl32.Vec3) mgl32.Vec3 { return mgl32.Vec3{v[0], -v[2], v[1]} }

func eulerXYZ(q mgl32.Quat) mgl32.Vec3 {
	w, v := float64(q.W), toBlender(q.V)
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	sine := 2 * (w*y - x*z)
	if math.Abs(sine) > 1-1e-7 { // straight up or down, the angle about Z is the whole rotation
		return mgl32.Vec3{
			0, float32(math.Copysign(math.Pi/2, sine)), float32(math.Atan2(2*(w*z-x*y), 1-2*(x*x+z*z))),
		}
	}
	return mgl32.Vec3{
		float32(math.Atan2(2*(w*x+y*z), 1-2*(x*x+y*y))),
		float32(math.Asin(sine)),
		float32(math.Atan2(2*(w*z+x*y), 1-2*(y*y+z*z))),
	}
}

type blenderFile struct {
	file *os.File
	out  *bufio.Writer
	err  error
}

func (b *blender) create(name string) (*blenderFile, error) {
	f, err := os.Create(filepath.Join(b.dir, name))
	if err != nil {
		return nil, err
	}
	out := &blenderFile{file: f, out: bufio.NewWriterSize(f, 1<<18)}
	b.files = append(b.files, out)
	return out, nil
}

// floats writes numbers. It stores the first error in err.
func (f *blenderFile) floats(values ...float32) {
	for _, v := range values {
		f.word(math.Float32bits(v))
	}
}

func (f *blenderFile) word(v uint32) {
	if _, err := f.out.Write(binary.LittleEndian.AppendUint32(f.out.AvailableBuffer(), v)); err != nil && f.err == nil {
		f.err = err
	}
}

func (f *blenderFile) close() error {
	if f.err == nil {
		f.err = f.out.Flush()
	}
	if err := f.file.Close(); f.err == nil {
		f.err = err
	}
	return f.err
}
