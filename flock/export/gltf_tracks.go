package export

import (
	"context"
	"encoding/binary"
	"math"
	"os"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// maxBuffered is about the greatest number of bytes of places and rotations that wait in memory. With half
// of this size, writing takes longer, because the writes are shorter. And it would save little memory,
// because the document then needs more memory than the buffered tracks.
const maxBuffered = 8 << 20

// keyBytes is the size of a key of a bird's place and rotation.
const keyBytes = 12 + 16

// track holds the keys of one glTF track until flush writes them to the file.
type track struct {
	at       int64 // offset of buffered in the binary chunk
	buffered []byte
}

func (t *track) add(values ...float32) {
	for _, v := range values {
		t.buffered = binary.LittleEndian.AppendUint32(t.buffered, math.Float32bits(v))
	}
}

func (t *track) flush(f *os.File, base int64) error {
	if len(t.buffered) == 0 {
		return nil
	}
	_, err := f.WriteAt(t.buffered, base+t.at)
	t.at += int64(len(t.buffered))
	t.buffered = t.buffered[:0]
	return err
}

// tracks writes all tracks. The data arrives frame by frame, but the file has it bird by bird.
func (g *glb) tracks(ctx context.Context, f *os.File) error {
	for _, b := range g.birds {
		b.wings, b.before = keyer{k: b.flock.keys}, b.first
	}
	frame, most := 0, max(1, maxBuffered/keyBytes/len(g.birds))
	g.allocate(min(most, len(g.times)))
	err := g.source.forEachFrame(ctx, rotations, func(at *Frame) error {
		g.frame(frame, at)
		if frame++; frame%most > 0 {
			return nil
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
	if err := g.flush(f); err != nil {
		return err
	}
	return f.Truncate(g.base + g.bytes)
}

// allocate makes room for keys of each bird's place and rotation.
func (g *glb) allocate(keys int) {
	for _, b := range g.birds {
		b.translation.buffered = make([]byte, 0, 12*keys)
		b.rotation.buffered = make([]byte, 0, 16*keys)
	}
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

// frame adds a frame to the tracks of all birds. An absent bird stays where it is.
func (g *glb) frame(k int, f *Frame) {
	if g.breaks[k] {
		g.at += 2
	}
	t := g.times[:g.at+1]
	g.at++
	next := 0
	for _, bird := range g.birds {
		now, there := bird.before, false
		if next < len(f.Boids) && f.Boids[next].ID == bird.id {
			now, there = f.Boids[next], true
			next++
		}
		if g.breaks[k] {
			t := t[len(t)-4:]
			bird.add(bird.poseBetween(&now, (t[1]-t[0])/(t[3]-t[0]), t[1]-t[0], 0))
			bird.add(bird.poseBetween(&now, (t[2]-t[0])/(t[3]-t[0]), 0, t[3]-t[2]))
		}
		bird.add(now.Pos, now.Rotation)
		if there && bird.beats() {
			bird.wings.add(f.Seconds-g.start, now.Turns, bird.key)
		}
		now.Flags &^= flock.Jumped
		bird.before = now
	}
}

// maxCoast is the longest time for which a bird that jumps flies straight on, s.
const maxCoast = 0.1

// poseBetween returns the pose of a bird at a share of the way from its previous pose to now. A bird that
// jumps flies straight on instead. sinceOld is the time, s, since the bird was at its previous place. If
// sinceOld is 0, untilNew is the time, s, until the bird will be at its new place. Both times are limited
// to maxCoast.
func (b *glbBird) poseBetween(now *Boid, share, sinceOld, untilNew float32) (mgl32.Vec3, mgl32.Quat) {
	was := &b.before
	switch {
	case now.Flags&flock.Jumped == 0:
		return was.Pos.Mul(1 - share).Add(now.Pos.Mul(share)), mgl32.QuatNlerp(was.Rotation, now.Rotation, share)
	case sinceOld > 0:
		return was.Pos.Add(was.Vel.Mul(min(sinceOld, maxCoast))), was.Rotation
	}
	return now.Pos.Sub(now.Vel.Mul(min(untilNew, maxCoast))), now.Rotation
}

func (b *glbBird) add(p mgl32.Vec3, q mgl32.Quat) {
	b.translation.add(p[0], p[1], p[2])
	b.rotation.add(q.V[0], q.V[1], q.V[2], q.W)
}

func (b *glbBird) beats() bool { return len(b.flock.weights) > 0 }

// key adds a key to the track of the wings.
func (b *glbBird) key(time float32, turns float64) {
	b.times.add(time)
	weights := b.flock.weights
	b.flock.keys.weights(weights, turns-math.Floor(turns))
	for _, w := range weights {
		b.weights.buffered = append(b.weights.buffered, byte(w*255+0.5))
	}
}
