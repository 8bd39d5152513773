package export

import (
	"bufio"
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"

	"skein/flock"
	"skein/models"
)

type engineFlock struct {
	folderFlock
	birds []engineBird
	file  *os.File
	out   *bufio.Writer
}

func (f *engineFlock) cacheName(e *engine) string { return f.prefix + "birds" + e.cache }

type engineBird struct {
	Boid
	size    float32
	present bool
	stances Stances
}

func engineFields() []string {
	return []string{"x", "y", "z", "qx", "qy", "qz", "qw", "phase", "stance", "weight", "size", "flags"}
}

// Flags of a bird in a point cache. All except the first correspond to flags of package flock.
const (
	enginePresent = 1 << iota
	engineJumped  // wrapped around or was moved since the previous frame
	engineLeading
	engineGliding
	enginePerched
	engineLanding
)

func (e *engine) checkCache(frames, birds int) error {
	bytes := int64(frames) * int64(birds) * int64(4*len(engineFields()))
	if e.most == 0 || bytes <= e.most {
		return nil
	}
	return optionErrorf("a point cache of %.1f GB is too much for %s, which reads at most %.1f GB; use fewer --frames or --boids, or a lower --fps",
		float64(bytes)/1e9, e.title, float64(e.most)/1e9)
}

// caches writes a point cache for each flock. It contains the values of all birds frame by frame, in the
// order of their ids.
func (x *engineExport) caches(ctx context.Context, fps float64) (err error) {
	defer func() {
		for _, f := range x.flocks {
			if f.file != nil {
				if e := f.file.Close(); err == nil {
					err = e
				}
			}
		}
	}()
	for _, f := range x.flocks {
		if f.file, err = os.Create(filepath.Join(x.dir, f.cacheName(x.engine))); err != nil {
			return err
		}
		f.out, f.birds = bufio.NewWriterSize(f.file, 1<<18), make([]engineBird, len(f.ids))
	}
	if err := x.source.forEachFrame(ctx, rotations, func(f *Frame) error { return x.frame(f, float32(1/fps)) }); err != nil {
		return err
	}
	for _, f := range x.flocks {
		if err := f.out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// frame writes the birds in a frame that is dt seconds after the previous one.
func (x *engineExport) frame(f *Frame, dt float32) error {
	var line []byte
	for _, own := range x.flocks {
		own.read(f.Boids, f.Sizes[own.flock], dt)
		for i := range own.birds {
			line = x.appendBird(line[:0], &own.birds[i], own.bird)
			if _, err := own.out.Write(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// read reads the boids of this flock. size is relative to the mesh, and dt is in seconds.
func (f *engineFlock) read(boids []Boid, size, dt float32) {
	forIDs(f.ids, boids, func(i int, current *Boid) {
		b := &f.birds[i]
		if current == nil {
			b.present = false
			return
		}
		came := !b.present
		b.Boid, b.size, b.present = *current, size, true
		b.stances.Update(b.Flags, dt, came)
	})
}

// stance returns the pose of the bird's stance and its weight. The weight is 0 if the model does not have
// this stance.
func (b *engineBird) stance(baked *models.Baked) (pose int, weight float32) {
	if pose = baked.StancePose[models.Rest]; pose > 0 && b.stances.Rest() > 0 {
		return pose, b.stances.Rest()
	}
	if pose = baked.StancePose[models.Flare]; pose > 0 && b.stances.Flare() > 0 {
		return pose, b.stances.Flare()
	}
	return 0, 0
}

func (b *engineBird) flags() (all int) {
	if !b.present {
		return 0
	}
	for k, f := range [...]flock.Flags{flock.Jumped, flock.Leading, flock.Gliding, flock.Perched, flock.Landing} {
		if b.Flags&f != 0 {
			all |= engineJumped << k
		}
	}
	return all | enginePresent
}

// appendBird appends the values of a bird. For an absent bird, it appends the values of the last frame in
// which the bird was present, or zeros.
func (x *engineExport) appendBird(line []byte, b *engineBird, baked *models.Baked) []byte {
	p, q := x.length(b.Pos), x.rotation(b.Rotation)
	pose, weight := b.stance(baked)
	for _, v := range [...]float32{p[0], p[1], p[2], q.V[0], q.V[1], q.V[2], q.W, b.Phase, float32(pose), weight, b.size, float32(b.flags())} {
		line = binary.LittleEndian.AppendUint32(line, math.Float32bits(v))
	}
	return line
}
