package export

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// prims writes an Xform for each bird instead of a PointInstancer. It contains a prim that inherits from each
// pose, and one of these prims is visible at a time. With references instead of inheritance, the material
// would be lost, because it is outside of the pose.
func (l *usdLayer) prims(ctx context.Context, out usdWriter) error {
	files, total := make([]*scratch, len(l.flocks)), 0
	for k, f := range l.flocks {
		var err error
		if files[k], err = newScratch(l.scratch); err != nil {
			return err
		}
		defer files[k].close()
		total += len(f.ids)
	}
	if err := l.storeFrames(ctx, files); err != nil {
		return err
	}
	l.begin(out)
	if err := l.writeThings(out); err != nil {
		return err
	}
	if err := l.writeStage(out); err != nil {
		return err
	}
	progress := l.s.progressReporter(int64(total))
	for k, f := range l.flocks {
		f.begin(out)
		if err := f.prototypes(out, usdPrim{over: true}); err != nil {
			return err
		}
		out.prim(usdPrim{kind: "Xform", name: "Birds"})
		if err := f.birds(ctx, out, files[k], progress); err != nil {
			return err
		}
		out.end()
		f.end(out)
	}
	out.end()
	return nil
}

// recordBytes is the size of the record of a boid in a frame; see appendRecord.
const recordBytes = 3*4*2 + 4*4 + 4 + 1

const (
	heldBit    = 1 << 5 // the wings do not move
	presentBit = 1 << 6
	jumpedBit  = 1 << 7
)

func (l *usdLayer) storeFrames(ctx context.Context, to []*scratch) error {
	var crowds []*crowd
	for _, f := range l.flocks {
		crowds = append(crowds, newCrowd(f.ids, l.s.FPS()))
	}
	var row []byte
	err := l.s.forEachFrame(ctx, rotations, func(frame *Frame) error {
		for n, f := range l.flocks {
			c := crowds[n]
			c.advance(frame)
			c.addTo(f.wings)
			f.sizes = append(f.sizes, frame.Sizes[f.number])
			row = row[:0]
			for k := range c.current {
				row = c.appendRecord(row, k)
			}
			if _, err := to[n].Write(row); err != nil {
				return err
			}
		}
		return nil
	})
	for _, file := range to {
		err = errors.Join(err, file.Flush())
	}
	return err
}

func (c *crowd) appendRecord(row []byte, k int) []byte {
	b := &c.current[k]
	q := b.Rotation
	for _, x := range [...]float32{b.Pos[0], b.Pos[1], b.Pos[2], b.Vel[0], b.Vel[1], b.Vel[2], q.W, q.V[0], q.V[1], q.V[2], b.Phase} {
		row = binary.LittleEndian.AppendUint32(row, math.Float32bits(x))
	}
	bits := byte(b.Flags & flock.Leading)
	if holdsWings(b.Flags) {
		bits |= heldBit
	}
	if c.present[k] {
		bits |= presentBit
		if c.hasJumped(b) {
			bits |= jumpedBit
		}
	}
	return append(row, bits)
}

type flight []flightPoint

type flightPoint struct {
	pos, vel mgl32.Vec3
	rotation mgl32.Quat
	phase    float32
	bits     byte
}

func readPoint(b []byte) flightPoint {
	var v [11]float32
	for k := range v {
		v[k] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*k:]))
	}
	return flightPoint{
		pos: mgl32.Vec3(v[0:3]), vel: mgl32.Vec3(v[3:6]),
		rotation: mgl32.Quat{W: v[6], V: mgl32.Vec3(v[7:10])}, phase: v[10], bits: b[recordBytes-1],
	}
}

// flightMemory is the largest size of flights in memory, in bytes.
const flightMemory = 64 << 20

func (f *usdFlock) birds(ctx context.Context, out usdWriter, stored *scratch, progress func(int64)) error {
	frames := len(f.s.Numbers())
	some := min(max(1, flightMemory/(frames*64)), len(f.ids))
	flights := make([]flight, some)
	for k := range flights {
		flights[k] = make(flight, frames)
	}
	buffer := make([]byte, some*recordBytes)
	for first := 0; first < len(f.ids); first += some {
		n := min(some, len(f.ids)-first)
		for frame := range frames {
			offset := (int64(frame)*int64(len(f.ids)) + int64(first)) * recordBytes
			if _, err := stored.file.ReadAt(buffer[:n*recordBytes], offset); err != nil {
				return err
			}
			for k := range n {
				flights[k][frame] = readPoint(buffer[k*recordBytes:])
			}
		}
		for k := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := f.bird(out, f.ids[first+k], flights[k]); err != nil {
				return err
			}
			progress(1)
		}
	}
	return nil
}

func (f *usdFlock) bird(out usdWriter, id int, t flight) error {
	out.prim(usdPrim{kind: "Xform", name: fmt.Sprintf("bird_%05d", id)})
	out.attribute("custom int skein:id", id)
	s := usdFlight{out, f.s.Numbers(), t}
	err := s.write("float primvars:flapPhase", func(p *flightPoint) any { return exactly(p.phase) })
	if err == nil {
		err = s.write("int primvars:leader", func(p *flightPoint) any { return int(p.bits & byte(flock.Leading)) })
	}
	if err == nil && s.away() {
		err = s.write("token visibility", func(p *flightPoint) any { return visibility(p.bits&presentBit != 0) })
	}
	if err == nil {
		err = s.moving("quatf xformOp:orient", f.s.FPS(), func(p *flightPoint, _ mgl32.Vec3) usdNumbers {
			q := p.rotation
			return exactly(q.W, q.V[0], q.V[1], q.V[2])
		})
	}
	if err == nil {
		err = s.moving("double3 xformOp:translate", f.s.FPS(), func(_ *flightPoint, pos mgl32.Vec3) usdNumbers { return exactly(pos[:]...) })
	}
	order := []string{"xformOp:translate", "xformOp:orient"}
	if err == nil && len(f.s.flocks[f.number].sizes) > 0 {
		order = append(order, "xformOp:scale")
		err = s.scale(f.sizes)
	}
	out.attribute("uniform token[] xformOpOrder", order)
	for k, name := range f.prototypeNames() {
		if err == nil {
			err = s.pose(k, name, f)
		}
	}
	out.end()
	return err
}

func (s usdFlight) pose(pose int, prototype string, owner *usdFlock) error {
	s.out.prim(usdPrim{
		kind: "Xform", name: fmt.Sprintf("pose_%02d", pose), instanceable: true,
		inherits: owner.root + "/Prototypes/" + prototype,
	})
	t := s.out.track("token visibility", "")
	defer t.close()
	shown := false
	for k := range s.flight {
		current := s.flight[k].prototype(owner) == pose
		if k == 0 || current != shown {
			if err := addSample(t, float64(s.numbers[k]), visibility(current)); err != nil {
				return err
			}
		}
		shown = current
	}
	s.out.sampled(t)
	s.out.end()
	return nil
}

func (p *flightPoint) prototype(owner *usdFlock) int {
	b := Boid{Phase: p.phase}
	if p.bits&heldBit != 0 {
		b.Flags = flock.Gliding
	}
	return owner.prototypeOf(&b)
}

func visibility(shown bool) string {
	if shown {
		return "inherited"
	}
	return "invisible"
}

type usdFlight struct {
	out     usdWriter
	numbers []int
	flight  flight
}

func (s usdFlight) away() bool {
	for k := range s.flight {
		if s.flight[k].bits&presentBit == 0 {
			return true
		}
	}
	return false
}

func (s usdFlight) write(declaration string, value func(p *flightPoint) any) error {
	t := s.out.track(declaration, "")
	defer t.close()
	for k := range s.flight {
		if err := addSample(t, float64(s.numbers[k]), value(&s.flight[k])); err != nil {
			return err
		}
	}
	s.out.sampled(t)
	return nil
}

// moving writes an attribute that is interpolated linearly, with an additional sample before each jump.
func (s usdFlight) moving(declaration string, fps float64, value func(p *flightPoint, pos mgl32.Vec3) usdNumbers) error {
	t := s.out.track(declaration, "")
	defer t.close()
	for k := range s.flight {
		p := &s.flight[k]
		if p.bits&jumpedBit != 0 {
			before, frames := &s.flight[k-1], float64(s.numbers[k]-s.numbers[k-1])-jumpGap
			place := before.pos.Add(before.vel.Mul(float32(frames / fps)))
			if err := addSample(t, justBefore(s.numbers[k]), value(before, place)); err != nil {
				return err
			}
		}
		if err := addSample(t, float64(s.numbers[k]), value(p, p.pos)); err != nil {
			return err
		}
	}
	s.out.sampled(t)
	return nil
}

func (s usdFlight) scale(sizes []float32) error {
	t := s.out.track("float3 xformOp:scale", "")
	defer t.close()
	for k, size := range sizes {
		if k > 0 && size == sizes[k-1] {
			continue
		}
		if k > 0 {
			last := sizes[k-1]
			if err := addSample(t, justBefore(s.numbers[k]), exactly(last, last, last)); err != nil {
				return err
			}
		}
		if err := addSample(t, float64(s.numbers[k]), exactly(size, size, size)); err != nil {
			return err
		}
	}
	s.out.sampled(t)
	return nil
}
