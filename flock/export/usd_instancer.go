package export

import (
	"context"
	"math"
	"slices"
	"sync"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/export/decimals"
	"skein/models"
)

type boidTrack struct {
	usdTrack
	declaration string
	varying     bool
	moves       bool
	numbers     func(row []float32, b *Boid) []float32
	integer     func(b *Boid) int
	digits      int // significant digits; -1 for all

	row  []float32
	ints []int
}

func (f *usdFlock) tracks() []*boidTrack {
	return []*boidTrack{
		{declaration: "point3f[] positions", moves: true, digits: -1, numbers: func(row []float32, b *Boid) []float32 {
			return append(row, b.Pos[:]...)
		}},
		{declaration: "quath[] orientations", moves: true, digits: halfDigits, numbers: func(row []float32, b *Boid) []float32 {
			q := b.Rotation
			return append(row, roundToHalf(q.W), roundToHalf(q.V[0]), roundToHalf(q.V[1]), roundToHalf(q.V[2]))
		}},
		{declaration: "vector3f[] velocities", moves: true, digits: -1, numbers: func(row []float32, b *Boid) []float32 {
			return append(row, b.Vel[:]...)
		}},
		{declaration: "vector3f[] angularVelocities", moves: true, digits: -1, numbers: func(row []float32, b *Boid) []float32 {
			return append(row, degrees(b.Spin[0]), degrees(b.Spin[1]), degrees(b.Spin[2]))
		}},
		{declaration: "int[] protoIndices", integer: f.prototypeOf},
		{declaration: "float[] primvars:flapPhase", varying: true, digits: -1, numbers: func(row []float32, b *Boid) []float32 {
			return append(row, b.Phase)
		}},
		{declaration: "int[] primvars:leader", varying: true, integer: func(b *Boid) int { return int(b.Flags & flock.Leading) }},
	}
}

func degrees(radians float32) float32 {
	return float32(math.Round(float64(radians)*180e3/math.Pi) / 1000)
}

// halfDigits is the number of digits that distinguish all half floats, which have 11 bits.
const halfDigits = decimals.Rounded

func roundToHalf(x float32) float32 {
	_, exponent := math.Frexp(float64(x))
	step := math.Ldexp(1, max(exponent, -13)-11)
	return float32(math.Round(float64(x)/step) * step)
}

func (l *usdLayer) instancer(ctx context.Context, out usdWriter) error {
	samples, err := l.sample(ctx, out)
	total := int64(0)
	for _, s := range samples {
		defer s.close()
		total += int64(len(s.writtenTracks()))
	}
	if err != nil {
		return err
	}
	l.begin(out)
	if err := l.writeThings(out); err != nil {
		return err
	}
	if err := l.writeStage(out); err != nil {
		return err
	}
	progress := l.s.progressReporter(total)
	for k, f := range l.flocks {
		f.begin(out)
		if err := f.instancer(out, samples[k], progress); err != nil {
			return err
		}
		f.end(out)
	}
	out.end()
	return nil
}

func (f *usdFlock) instancer(out usdWriter, samples *usdSamples, progress func(int64)) error {
	out.prim(usdPrim{kind: "PointInstancer", name: "Birds"})
	for _, t := range samples.writtenTracks() {
		out.sampled(t)
		progress(1)
	}
	out.attribute("int64[] ids", f.ids)
	out.relationship("prototypes", f.prototypePaths(f.root+"/Birds/Prototypes")...)
	err := f.prototypes(out, usdPrim{kind: "Scope"})
	out.end()
	return err
}

type usdSamples struct {
	flock          int
	tracks         []*boidTrack
	extent, absent usdTrack
	scales         usdTrack
	anyAbsent      bool
	resized        bool
	size           float32
	crowd          *crowd
	wings          *wingbeats // nil if WingBlur is false
	reach          float32    // largest distance of a bird's surface from its origin at size 1, in units
}

func (l *usdLayer) sample(ctx context.Context, out usdWriter) (all []*usdSamples, err error) {
	for _, f := range l.flocks {
		all = append(all, f.samples(out))
	}
	frame := 0
	return all, l.s.ForEachFrame(ctx, func(f *Frame) error {
		hidden := -1
		if l.camera != nil && l.camera[frame].Hide >= 0 {
			hidden = l.s.idOf(l.camera[frame].Hide, f.counts)
		}
		frame++
		for _, s := range all {
			if err := s.frame(f, hidden); err != nil {
				return err
			}
		}
		return nil
	})
}

func (f *usdFlock) samples(out usdWriter) *usdSamples {
	s := &usdSamples{
		flock:  f.number,
		tracks: f.tracks(), extent: out.track("float3[] extent", ""), absent: out.track("int64[] invisibleIds", ""),
		scales: out.track("float3[] scales", ""), resized: len(f.s.flocks[f.number].sizes) > 0,
		crowd: newCrowd(f.ids, f.s.FPS()), wings: f.wings, reach: f.reach,
	}
	for _, t := range s.tracks {
		interpolation := ""
		if t.varying {
			interpolation = "varying"
		}
		t.usdTrack = out.track(t.declaration, interpolation)
	}
	return s
}

func (s *usdSamples) all() (all []usdTrack) {
	for _, t := range s.tracks {
		all = append(all, t.usdTrack)
	}
	return append(all, s.extent, s.absent, s.scales)
}

func (s *usdSamples) writtenTracks() []usdTrack {
	return slices.DeleteFunc(s.all(), func(t usdTrack) bool {
		return t == s.absent && !s.anyAbsent || t == s.scales && !s.resized
	})
}

func (s *usdSamples) close() {
	for _, t := range s.all() {
		t.close()
	}
}

// frame adds the samples of a frame, and additional samples before jumps. hidden is the id of a hidden boid,
// or -1.
func (s *usdSamples) frame(f *Frame, hidden int) error {
	s.crowd.advance(f)
	s.crowd.addTo(s.wings)
	timeCode, size := float64(f.Number), f.Sizes[s.flock]
	if err := s.resize(f.Number, size); err != nil {
		return err
	}
	reach := s.reach * max(size, s.size) // a shrinking bird needs the larger box until this frame
	s.size = size
	if s.crowd.anyJumped {
		early := make([]Boid, len(s.crowd.current))
		for k := range early {
			early[k] = s.crowd.boidBefore(k, jumpGap)
		}
		time := justBefore(f.Number)
		if err := s.add(time, early, func(t *boidTrack) bool { return t.moves }); err != nil {
			return err
		}
		if err := addSample(s.extent, time, s.box(early, reach)); err != nil {
			return err
		}
	}
	if err := s.add(timeCode, s.crowd.current, func(*boidTrack) bool { return true }); err != nil {
		return err
	}
	if err := addSample(s.extent, timeCode, s.box(s.crowd.current, reach)); err != nil {
		return err
	}
	return addSample(s.absent, timeCode, s.invisibleIDs(hidden))
}

func justBefore(frame int) float64 { return float64(frame) - jumpGap }

func addSample(t usdTrack, time float64, value any) error {
	t.encode(value)
	return t.add(time)
}

func (s *usdSamples) resize(frame int, size float32) error {
	if !s.resized || size == s.size {
		return nil
	}
	if s.size > 0 {
		if err := addSample(s.scales, justBefore(frame), s.scaled(s.size)); err != nil {
			return err
		}
	}
	return addSample(s.scales, float64(frame), s.scaled(size))
}

func (s *usdSamples) scaled(size float32) usdNumbers {
	return exactly(slices.Repeat([]float32{size}, 3*len(s.crowd.ids))...)
}

// add adds a sample to each chosen attribute. It encodes them concurrently.
func (s *usdSamples) add(time float64, boids []Boid, chosen func(*boidTrack) bool) error {
	var all sync.WaitGroup
	for _, t := range s.tracks {
		if chosen(t) {
			all.Go(func() { t.encodeBoids(boids) })
		}
	}
	all.Wait()
	for _, t := range s.tracks {
		if chosen(t) {
			if err := t.add(time); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *boidTrack) encodeBoids(boids []Boid) {
	t.row, t.ints = t.row[:0], t.ints[:0]
	for k := range boids {
		if t.integer != nil {
			t.ints = append(t.ints, t.integer(&boids[k]))
		} else {
			t.row = t.numbers(t.row, &boids[k])
		}
	}
	if t.integer != nil {
		t.encode(t.ints)
	} else {
		t.encode(usdNumbers{t.row, t.digits})
	}
}

// box returns the corners of the bounding box of all birds that are present, including their wings.
func (s *usdSamples) box(boids []Boid, reach float32) usdNumbers {
	var points []mgl32.Vec3
	for k := range boids {
		if s.crowd.present[k] {
			points = append(points, boids[k].Pos)
		}
	}
	low, high := box(points)
	all := mgl32.Vec3{reach, reach, reach}
	low, high = low.Sub(all), high.Add(all)
	return exactly(low[0], low[1], low[2], high[0], high[1], high[2])
}

func (s *usdSamples) invisibleIDs(hidden int) (ids []int) {
	for k, present := range s.crowd.present {
		if id := s.crowd.ids[k]; !present || id == hidden {
			s.anyAbsent = true
			ids = append(ids, id)
		}
	}
	return ids
}

// reach returns the largest distance of a surface from the origin, in wingspans.
func reach(bird *models.Baked) (far float32) {
	for i := range bird.Parts {
		for _, p := range bird.Parts[i].Positions {
			far = max(far, p.Len())
		}
	}
	return far
}
