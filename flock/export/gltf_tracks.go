package export

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"os"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// maxBuffered is the approximate size of the buffers of all tracks, in bytes. With half of it, writing is
// slower.
const maxBuffered = 16 << 20

// keyBytes is the size of a key with a position and a rotation.
const keyBytes = 12 + 16

// track holds the keys of a glTF track until flush writes them.
type track struct {
	offset   int64
	buffered []byte
}

func (t *track) add(v float32) {
	t.buffered = binary.LittleEndian.AppendUint32(t.buffered, math.Float32bits(v))
}

func (t *track) flush(f *os.File, base int64) error {
	if len(t.buffered) == 0 {
		return nil
	}
	_, err := f.WriteAt(t.buffered, base+t.offset)
	t.offset += int64(len(t.buffered))
	t.buffered = t.buffered[:0]
	return err
}

// tracks writes all tracks. It reads the frames in order, whereas the file stores one bird after another.
func (g *glb) tracks(ctx context.Context, f *os.File) error {
	most := g.allocate()
	var failed error
	for k := range g.flocks {
		g.flocks[k].flush = func(all ...*track) {
			for _, t := range all {
				failed = cmp.Or(failed, t.flush(f, g.base))
			}
		}
	}
	for _, b := range g.birds {
		b.wings, b.before = keyer{k: b.flock.keys}, b.first
	}
	frame := 0
	err := g.source.forEachFrame(ctx, rotations, func(at *Frame) error {
		g.frame(frame, at)
		if frame++; frame%most > 0 || failed != nil {
			return failed
		}
		return g.flush(f)
	})
	if err != nil {
		return err
	}
	for _, b := range g.birds {
		if b.beats() {
			b.wings.end(b.key)
		}
	}
	if err := cmp.Or(failed, g.flush(f)); err != nil {
		return err
	}
	return f.Truncate(g.base + g.bytes)
}

func (g *glb) allocate() (frames int) {
	all := int64(0)
	for _, b := range g.birds {
		all += int64(keyBytes*len(g.times) + b.wingBytes())
	}
	frames = min(g.frames, max(1, int(maxBuffered*int64(g.frames)/all)))
	share := func(count int) int { return int((int64(count)*int64(frames) + int64(g.frames) - 1) / int64(g.frames)) }
	for _, b := range g.birds {
		keys := share(len(g.times))
		b.translation.buffered, b.rotation.buffered = make([]byte, 0, 12*keys), make([]byte, 0, 16*keys)
		if b.beats() {
			keys = share(b.wings.keys)
			b.times.buffered, b.weights.buffered = make([]byte, 0, 4*keys), make([]byte, 0, b.targets()*keys)
		}
	}
	return frames
}

func (b *glbBird) tracks() [4]*track {
	return [4]*track{&b.translation, &b.rotation, &b.times, &b.weights}
}

func (g *glb) flush(f *os.File) error {
	for _, b := range g.birds {
		for _, t := range b.tracks() {
			if err := t.flush(f, g.base); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *glb) frame(k int, f *Frame) {
	if g.breaks[k] {
		g.offset += 2
	}
	t := g.times[:g.offset+1]
	g.offset++
	next := 0
	for _, bird := range g.birds {
		current, jumps, turns := bird.before, false, 0.0
		present := next < len(f.Boids) && f.Boids[next].ID == bird.id
		if present {
			b := &f.Boids[next]
			current, jumps, turns = poseOfBoid(b), b.Flags&flock.Jumped != 0, b.Turns
			next++
		}
		if g.breaks[k] {
			t := t[len(t)-4:]
			bird.add(bird.poseBetween(&current, jumps, (t[1]-t[0])/(t[3]-t[0]), t[1]-t[0], 0))
			bird.add(bird.poseBetween(&current, jumps, (t[2]-t[0])/(t[3]-t[0]), 0, t[3]-t[2]))
		}
		bird.add(current.pos, current.rotation)
		if present && bird.beats() {
			bird.wings.add(f.Seconds-g.start, turns, bird.key)
		}
		bird.before = current
	}
}

// maxCoast is the longest time for which a jumping bird flies straight on, s.
const maxCoast = 0.1

// poseBetween returns the pose of a bird at the fraction share of the way from its previous to its current
// pose. A bird that jumps flies straight for at most maxCoast. If sinceOld is not 0, it flies forwards from
// the previous position for sinceOld seconds. Otherwise, it flies backwards from the new position for
// untilNew seconds.
func (b *glbBird) poseBetween(current *glbPose, jumps bool, share, sinceOld, untilNew float32) (mgl32.Vec3, mgl32.Quat) {
	previous := &b.before
	switch {
	case !jumps:
		return previous.pos.Mul(1 - share).Add(current.pos.Mul(share)), mgl32.QuatNlerp(previous.rotation, current.rotation, share)
	case sinceOld > 0:
		return previous.pos.Add(previous.vel.Mul(min(sinceOld, maxCoast))), previous.rotation
	}
	return current.pos.Sub(current.vel.Mul(min(untilNew, maxCoast))), current.rotation
}

func (b *glbBird) add(p mgl32.Vec3, q mgl32.Quat) {
	for _, x := range p {
		b.translation.add(x)
	}
	for _, x := range q.V {
		b.rotation.add(x)
	}
	b.rotation.add(q.W)
}

func (b *glbBird) targets() int { return len(b.flock.keys.poses) - 1 }

func (b *glbBird) beats() bool { return b.targets() > 0 }

// wingBytes returns the size of the tracks of the wings. It is known after the first pass.
func (b *glbBird) wingBytes() int {
	if !b.beats() {
		return 0
	}
	return (4 + b.targets()) * b.wings.keys
}

// key adds a key to the track of the wings. At most two of its weights differ from 0.
func (b *glbBird) key(time float32, turns float64) {
	w, keys := &b.weights, b.flock.keys
	if len(b.times.buffered)+4 > cap(b.times.buffered) {
		b.flock.flush(&b.times, w)
	}
	b.times.add(time)
	offset := len(w.buffered)
	w.buffered = append(w.buffered, make([]byte, b.targets())...)
	keys.weights(turns-math.Floor(turns), func(pose int, weight float32) {
		w.buffered[offset+pose-1] = byte(weight*255 + 0.5)
	})
}
