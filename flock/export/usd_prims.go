package export

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// prims writes the layer with a prim for each bird instead of a PointInstancer. The prim is an
// Xform with the bird's id. Below it are references to all poses, of which one is visible at a
// time.
func (l *usdLayer) prims(ctx context.Context, out *bufio.Writer) error {
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
	l.head(out)
	if err := l.writeThings(out); err != nil {
		return err
	}
	progress := l.s.progressReporter(int64(total))
	for k, f := range l.flocks {
		f.begin(out)
		f.prototypes(out, "over")
		fmt.Fprintf(out, "    def Xform \"Birds\"\n    {\n")
		if err := f.birds(ctx, out, files[k], progress); err != nil {
			return err
		}
		if err := f.end(out); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "}\n")
	return err
}

// recordBytes is the size of a boid in a frame, as appendRecord writes it.
const recordBytes = 3*4*2 + 4*4 + 4 + 1

const (
	presentBit = 1 << 6
	jumpedBit  = 1 << 7
)

// storeFrames writes all frames of each flock to a temporary file, from which birds are read one by
// one.
func (l *usdLayer) storeFrames(ctx context.Context, to []*scratch) error {
	var crowds []*crowd
	for _, f := range l.flocks {
		crowds = append(crowds, newCrowd(f.ids, l.s.FPS()))
	}
	var row []byte
	err := l.s.ForEachFrame(ctx, func(frame *Frame) error {
		for n, f := range l.flocks {
			c := crowds[n]
			c.advance(frame)
			f.sizes = append(f.sizes, frame.Sizes[f.number])
			row = row[:0]
			for k := range c.now {
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
	b := &c.now[k]
	q := b.Rotation
	for _, x := range [...]float32{b.Pos[0], b.Pos[1], b.Pos[2], b.Vel[0], b.Vel[1], b.Vel[2], q.W, q.V[0], q.V[1], q.V[2], b.Phase} {
		row = binary.LittleEndian.AppendUint32(row, math.Float32bits(x))
	}
	bits := byte(b.Flags & flock.Leading)
	if c.present[k] {
		bits |= presentBit
		if c.hasJumped(b) {
			bits |= jumpedBit
		}
	}
	return append(row, bits)
}

// flight holds one bird in all frames.
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

// flightMemory is the greatest size of the flights that are read at a time, in bytes.
const flightMemory = 64 << 20

// birds writes the birds in batches that fit in flightMemory.
func (f *usdFlock) birds(ctx context.Context, out *bufio.Writer, stored *scratch, progress func(int64)) error {
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
			at := (int64(frame)*int64(len(f.ids)) + int64(first)) * recordBytes
			if _, err := stored.file.ReadAt(buffer[:n*recordBytes], at); err != nil {
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

func (f *usdFlock) bird(out *bufio.Writer, id int, t flight) error {
	const in = "            "
	fmt.Fprintf(out, "        def Xform \"bird_%05d\"\n        {\n%scustom int skein:id = %d\n", id, in, id)
	s := usdFlight{out, f.s.Numbers(), t}
	s.write("float primvars:flapPhase", func(row []byte, p *flightPoint) []byte {
		return strconv.AppendFloat(row, float64(p.phase), 'g', -1, 32)
	})
	s.write("int primvars:leader", func(row []byte, p *flightPoint) []byte {
		return append(row, '0'+p.bits&byte(flock.Leading))
	})
	if s.away() {
		s.write("token visibility", func(row []byte, p *flightPoint) []byte {
			return strconv.AppendQuote(row, visibility(p.bits&presentBit != 0))
		})
	}
	s.moving("quatf xformOp:orient", f.s.FPS(), func(row []byte, p *flightPoint, pos mgl32.Vec3) []byte {
		q := p.rotation
		return appendTuple(row, []float32{q.W, q.V[0], q.V[1], q.V[2]}, -1)
	})
	s.moving("double3 xformOp:translate", f.s.FPS(), func(row []byte, p *flightPoint, pos mgl32.Vec3) []byte {
		return appendTuple(row, pos[:], -1)
	})
	order := `"xformOp:translate", "xformOp:orient"`
	if len(f.s.flocks[f.number].sizes) > 0 {
		order += `, "xformOp:scale"`
		s.scale(f.sizes)
	}
	fmt.Fprintf(out, "%suniform token[] xformOpOrder = [%s]\n\n", in, order)
	for pose := range f.model.Poses {
		s.pose(pose, f)
	}
	_, err := fmt.Fprintf(out, "        }\n")
	return err
}

// pose writes a pose of the bird and the samples of its visibility.
func (s usdFlight) pose(pose int, of *usdFlock) {
	const in = "            "
	fmt.Fprintf(s.out, "%sdef Xform \"pose_%02d\" (\n%s    instanceable = true\n%s    prepend references = <%s/Prototypes/%s>\n%s)\n%s{\n",
		in, pose, in, in, of.root, poseName(pose), in, in)
	fmt.Fprintf(s.out, "%s    token visibility.timeSamples = {\n", in)
	shown := false
	for k := range s.flight {
		now := poseOf(s.flight[k].phase, of.model.Poses) == pose
		if k == 0 || now != shown {
			fmt.Fprintf(s.out, "%s        %d: \"%s\",\n", in, s.numbers[k], visibility(now))
		}
		shown = now
	}
	fmt.Fprintf(s.out, "%s    }\n%s}\n", in, in)
}

func visibility(shown bool) string {
	if shown {
		return "inherited"
	}
	return "invisible"
}

// usdFlight writes the samples of one bird's attributes.
type usdFlight struct {
	out     *bufio.Writer
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

func (s usdFlight) write(declaration string, value func(row []byte, p *flightPoint) []byte) {
	fmt.Fprintf(s.out, "            %s.timeSamples = {\n", declaration)
	var row []byte
	for k := range s.flight {
		row = append(strconv.AppendInt(append(row[:0], "                "...), int64(s.numbers[k]), 10), ": "...)
		s.out.Write(append(value(row, &s.flight[k]), ",\n"...)) // Flush returns the error
	}
	s.out.WriteString("            }\n")
}

// moving writes an attribute that is interpolated linearly, with an extra sample before each jump.
func (s usdFlight) moving(declaration string, fps float64, value func(row []byte, p *flightPoint, pos mgl32.Vec3) []byte) {
	fmt.Fprintf(s.out, "            %s.timeSamples = {\n", declaration)
	var row []byte
	for k := range s.flight {
		p := &s.flight[k]
		if p.bits&jumpedBit != 0 {
			before, frames := &s.flight[k-1], float64(s.numbers[k]-s.numbers[k-1])-jumpGap
			row = append(append(row[:0], "                "...), justBefore(s.numbers[k])...)
			row = value(append(row, ": "...), before, before.pos.Add(before.vel.Mul(float32(frames/fps))))
			s.out.Write(append(row, ",\n"...))
		}
		row = append(strconv.AppendInt(append(row[:0], "                "...), int64(s.numbers[k]), 10), ": "...)
		s.out.Write(append(value(row, p, p.pos), ",\n"...))
	}
	s.out.WriteString("            }\n")
}

// scale writes the size of the birds at each frame in which it changes.
func (s usdFlight) scale(sizes []float32) {
	fmt.Fprintf(s.out, "            float3 xformOp:scale.timeSamples = {\n")
	line := func(at string, size float32) {
		fmt.Fprintf(s.out, "                %s: %s,\n", at, tuple([]float32{size, size, size}, -1))
	}
	for k, size := range sizes {
		switch {
		case k == 0:
			line(strconv.Itoa(s.numbers[k]), size)
		case size != sizes[k-1]:
			line(justBefore(s.numbers[k]), sizes[k-1])
			line(strconv.Itoa(s.numbers[k]), size)
		}
	}
	s.out.WriteString("            }\n")
}
