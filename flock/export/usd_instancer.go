package export

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/models"
)

// usdTrack is a sampled attribute of the PointInstancer. Its samples are written to a temporary
// file first, because in the layer all samples of one attribute come before the next attribute.
type usdTrack struct {
	declaration string
	varying     bool // a primvar with a value for each boid
	moves       bool // interpolated between samples
	value       func(row []byte, b *Boid) []byte
	samples     *scratch
	row         []byte
}

func (f *usdFlock) tracks() []*usdTrack {
	poses := f.model.Poses
	return []*usdTrack{
		{declaration: "point3f[] positions", moves: true, value: func(row []byte, b *Boid) []byte { return appendTuple(row, b.Pos[:], -1) }},
		{declaration: "quath[] orientations", moves: true, value: func(row []byte, b *Boid) []byte { return appendHalves(row, b.Rotation) }},
		{declaration: "vector3f[] velocities", moves: true, value: func(row []byte, b *Boid) []byte { return appendTuple(row, b.Vel[:], -1) }},
		{declaration: "vector3f[] angularVelocities", moves: true, value: func(row []byte, b *Boid) []byte { return appendSpin(row, b.Spin) }},
		{declaration: "int[] protoIndices", value: func(row []byte, b *Boid) []byte {
			return strconv.AppendInt(row, int64(poseOf(b.Phase, poses)), 10)
		}},
		{declaration: "float[] primvars:flapPhase", varying: true, value: func(row []byte, b *Boid) []byte {
			return strconv.AppendFloat(row, float64(b.Phase), 'g', -1, 32)
		}},
		{declaration: "int[] primvars:leader", varying: true, value: func(row []byte, b *Boid) []byte {
			return append(row, '0'+byte(b.Flags&flock.Leading))
		}},
	}
}

// appendHalves appends a rotation, w first, rounded to half floats (11 bits).
func appendHalves(row []byte, q mgl32.Quat) []byte {
	return appendTuple(row, []float32{half(q.W), half(q.V[0]), half(q.V[1]), half(q.V[2])}, 5)
}

func half(x float32) float32 {
	_, exponent := math.Frexp(float64(x))
	step := math.Ldexp(1, max(exponent, -13)-11)
	return float32(math.Round(float64(x)/step) * step)
}

// appendSpin appends an angular velocity in degrees per second, with three decimals.
func appendSpin(row []byte, v mgl32.Vec3) []byte {
	row = append(row, '(')
	for k, x := range v {
		if k > 0 {
			row = append(row, ", "...)
		}
		row = strconv.AppendFloat(row, math.Round(float64(x)*180e3/math.Pi)/1000, 'g', -1, 64)
	}
	return append(row, ')')
}

// instancer writes the layer with one PointInstancer per flock.
func (l *usdLayer) instancer(ctx context.Context, out *bufio.Writer) error {
	samples, err := l.sample(ctx)
	total := int64(0)
	for _, s := range samples {
		defer s.close()
		total += s.bytes()
	}
	if err != nil {
		return err
	}
	l.head(out)
	if err := l.writeThings(out); err != nil {
		return err
	}
	progress := l.s.progressReporter(total)
	for k, f := range l.flocks {
		f.begin(out)
		if err := f.instancer(out, samples[k], progress); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(out, "}\n")
	return err
}

// instancer writes the PointInstancer of a flock.
func (f *usdFlock) instancer(out *bufio.Writer, samples *usdSamples, progress func(int64)) error {
	fmt.Fprintf(out, "    def PointInstancer \"Birds\"\n    {\n")
	for _, t := range samples.writtenTracks() {
		if t.varying {
			fmt.Fprintf(out, "        %s (\n            interpolation = \"varying\"\n        )\n", t.declaration)
		}
		fmt.Fprintf(out, "        %s.timeSamples = {\n", t.declaration)
		if err := t.samples.copyTo(out, progress); err != nil {
			return err
		}
		fmt.Fprintf(out, "        }\n")
	}
	fmt.Fprintf(out, "        int64[] ids = [")
	list(out, len(f.ids), func(row []byte, k int) []byte { return strconv.AppendInt(row, int64(f.ids[k]), 10) })
	fmt.Fprintf(out, "]\n        rel prototypes = %s\n\n", f.prototypePaths(f.root+"/Birds/Prototypes"))
	f.prototypes(out, "def Scope")
	return f.end(out)
}

// usdSamples holds the samples of one PointInstancer.
type usdSamples struct {
	flock          int // number of the flock, from 0
	tracks         []*usdTrack
	extent, absent *usdTrack
	scales         *usdTrack
	anyAbsent      bool
	resized        bool    // whether the birds change their size
	size           float32 // size in the previous frame; 0: none
	crowd          *crowd
	reach          float32 // greatest distance of a bird's surface from its origin at size 1, units
}

// sample writes the samples of all attributes of all flocks to temporary files.
func (l *usdLayer) sample(ctx context.Context) (all []*usdSamples, err error) {
	for _, f := range l.flocks {
		s := f.samples()
		all = append(all, s)
		for _, t := range s.all() {
			if t.samples, err = newScratch(l.scratch); err != nil {
				return all, err
			}
		}
	}
	err = l.s.ForEachFrame(ctx, func(f *Frame) error {
		for _, s := range all {
			if err := s.frame(f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return all, err
	}
	var errs []error
	for _, s := range all {
		for _, t := range s.writtenTracks() {
			errs = append(errs, t.samples.Flush())
		}
	}
	return all, errors.Join(errs...)
}

// samples returns the empty samples of a flock.
func (f *usdFlock) samples() *usdSamples {
	return &usdSamples{
		flock:  f.number,
		tracks: f.tracks(), extent: &usdTrack{declaration: "float3[] extent"}, absent: &usdTrack{declaration: "int64[] invisibleIds"},
		scales: &usdTrack{declaration: "float3[] scales"}, resized: len(f.s.flocks[f.number].sizes) > 0,
		crowd: newCrowd(f.ids, f.s.FPS()), reach: f.reach,
	}
}

func (s *usdSamples) all() []*usdTrack {
	return append(slices.Clone(s.tracks), s.extent, s.absent, s.scales)
}

func (s *usdSamples) writtenTracks() []*usdTrack {
	return slices.DeleteFunc(s.all(), func(t *usdTrack) bool {
		return t == s.absent && !s.anyAbsent || t == s.scales && !s.resized
	})
}

// bytes returns the size of all samples.
func (s *usdSamples) bytes() (n int64) {
	for _, t := range s.writtenTracks() {
		if t.samples != nil {
			n += t.samples.bytes
		}
	}
	return n
}

func (s *usdSamples) close() {
	for _, t := range s.all() {
		if t.samples != nil {
			t.samples.close()
		}
	}
}

// frame writes the samples of a frame, and extra samples before it if a boid jumps.
func (s *usdSamples) frame(f *Frame) error {
	s.crowd.advance(f)
	at := strconv.Itoa(f.Number)
	size := f.Sizes[s.flock]
	if err := s.resize(f.Number, size); err != nil {
		return err
	}
	reach := s.reach * max(size, s.size) // birds that shrink need the larger box until this frame
	s.size = size
	if s.crowd.anyJumped {
		early := make([]Boid, len(s.crowd.now))
		for k := range early {
			early[k] = s.crowd.boidBefore(k, jumpGap)
		}
		time := justBefore(f.Number)
		if err := s.write(time, early, func(t *usdTrack) bool { return t.moves }); err != nil {
			return err
		}
		if err := s.extent.add(time, s.box(early, reach)); err != nil {
			return err
		}
	}
	if err := s.write(at, s.crowd.now, func(*usdTrack) bool { return true }); err != nil {
		return err
	}
	if err := s.extent.add(at, s.box(s.crowd.now, reach)); err != nil {
		return err
	}
	return s.absent.add(at, s.absentIDs())
}

// justBefore returns the time code of the extra sample before a jump.
func justBefore(frame int) string {
	return strconv.FormatFloat(float64(frame)-jumpGap, 'f', -1, 64)
}

// resize writes the size of the birds if it changes.
func (s *usdSamples) resize(frame int, size float32) error {
	if !s.resized || size == s.size {
		return nil
	}
	if s.size > 0 {
		if err := s.scales.add(justBefore(frame), s.scaled(s.size)); err != nil {
			return err
		}
	}
	return s.scales.add(strconv.Itoa(frame), s.scaled(size))
}

// scaled returns the same scale for each bird.
func (s *usdSamples) scaled(size float32) (row []byte) {
	for k := range s.crowd.ids {
		if k > 0 {
			row = append(row, ", "...)
		}
		row = appendTuple(row, []float32{size, size, size}, -1)
	}
	return row
}

// write adds a sample to each chosen attribute, concurrently.
func (s *usdSamples) write(at string, boids []Boid, chosen func(*usdTrack) bool) error {
	errs := make([]error, len(s.tracks))
	var all sync.WaitGroup
	for k, t := range s.tracks {
		if chosen(t) {
			all.Go(func() { errs[k] = t.sample(at, boids) })
		}
	}
	all.Wait()
	return errors.Join(errs...)
}

func (t *usdTrack) sample(at string, boids []Boid) error {
	row := t.row[:0]
	for k := range boids {
		if k > 0 {
			row = append(row, ", "...)
		}
		row = t.value(row, &boids[k])
	}
	t.row = row
	return t.add(at, row)
}

// add adds a sample that is already formatted.
func (t *usdTrack) add(at string, values []byte) error {
	t.samples.WriteString("            " + at + ": [")
	t.samples.Write(values) // WriteString below returns the error
	_, err := t.samples.WriteString("],\n")
	return err
}

// box returns the box around the present birds, wings included.
func (s *usdSamples) box(boids []Boid, reach float32) []byte {
	var points []mgl32.Vec3
	for k := range boids {
		if s.crowd.present[k] {
			points = append(points, boids[k].Pos)
		}
	}
	return appendExtent(nil, points, reach)
}

// appendExtent appends the box around points, enlarged by reach on all sides.
func appendExtent(row []byte, points []mgl32.Vec3, reach float32) []byte {
	low, high := box(points)
	all := mgl32.Vec3{reach, reach, reach}
	low, high = low.Sub(all), high.Add(all)
	return appendTuple(append(appendTuple(row, low[:], -1), ", "...), high[:], -1)
}

// absentIDs lists the ids of absent boids.
func (s *usdSamples) absentIDs() (row []byte) {
	for k, there := range s.crowd.present {
		if there {
			continue
		}
		s.anyAbsent = true
		if len(row) > 0 {
			row = append(row, ", "...)
		}
		row = strconv.AppendInt(row, int64(s.crowd.ids[k]), 10)
	}
	return row
}

// reach returns the greatest distance of a bird's surface from its origin, in wingspans.
func reach(bird *models.Baked) (far float32) {
	for i := range bird.Parts {
		for _, p := range bird.Parts[i].Positions {
			far = max(far, p.Len())
		}
	}
	return far
}
