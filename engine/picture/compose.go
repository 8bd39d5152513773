package picture

import (
	"image"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/look"
)

// Scene is a flock at an instant, what to show of it, and from where.
type Scene struct {
	Size     image.Point // of the picture, pixels
	Seconds  float64     // simulated time
	Light    frame.Light
	Boids    []flock.Boid    // of all flocks, at the instant
	Subject  camera.Subject  // the flock that cameras go by, and the selected boid
	Snapshot *flock.Snapshot // of the same boids the later of the two around the instant
	Ghosts   []flock.Boid    // others, drawn pale beside them
	Haunting *flock.Snapshot // likewise, of the ghosts
	Leaving  []frame.Bird    // birds that have just left, as they are drawn
	Sizes    []float32       // of the boids, as shares of their full ones; none: all are as large as they are
	Poises   *Poses          // of the boids, around the instant; nil: nobody holds a pose
	Share    float32         // of the way between the snapshots that they are of
	Traces   *Traces
	Things   *scenery.Scenery // what stands and lies around; nil for nothing
	Thing    string           // the selected one of them
	Params   []flock.Params   // of each flock
	Show     look.Show
	Camera   frame.View   // where hands, or what it is tied to, have the camera
	Own      bool         // the camera is the selected boid's eyes, or on its way there
	Path     *camera.Path // the camera's way, instead; nil for none

	Species   []string           // names of the flocks
	Why       *flock.Explanation // of the selected boid's step; nil: not known
	Shares    *flock.Shares      // of the rules; nil: not known
	SharesErr error              // why they cannot be
	Escapes   map[int]int64      // ticks at which boids last took the lead, by their ids, up to the snapshot's; nil: not known
	memory    *Composer
	speeds    *speeds // colours of traces; nil: they tell no speeds
	Escort    []int   // ids of those who followed the selected boid in an escape; none: those who do are found out
	heeding   []int   // indices of those that heed the selected boid, in order
}

// Colours, linear; the last number is how much they cover or how opaque they are.
var (
	selectedLine = mgl32.Vec4{0.3, 1.6, 1.8, 1}
	visibleTint  = mgl32.Vec4{0.08, 0.5, 0.85, 0.45}
	leaderTint   = mgl32.Vec4{1.0, 0.42, 0.04, 0.85}
	speciesTint  = [...]mgl32.Vec4{{0.75, 0.12, 0.10, 0.8}, {0.12, 0.45, 0.16, 0.8}, {0.42, 0.22, 0.62, 0.8}} // of spheres, from the second flock on
	ghostTint    = mgl32.Vec4{0.62, 0.78, 1.0, 0.85}
	visionColour = mgl32.Vec4{0.25, 0.7, 1.0, 0.22}
	traceColour  = mgl32.Vec4{0.9, 0.92, 1.0, 0.4}
	pickedColour = mgl32.Vec4{0.15, 0.85, 1.0, 0.9}
	heedColour   = mgl32.Vec4{0.35, 0.75, 1.0, 0.45}
	leadColour   = mgl32.Vec4{1.0, 0.5, 0.08, 0.9}
)

// Composer makes pictures of scenes, and keeps memory and what is costly to find from one
// to the next. The zero Composer is ready to use.
type Composer struct {
	StudyLag int64 // ticks by which links and hulls may be old

	overlay overlay
	seen    []int // indices of those that the selected boid sees
	inset   frame.Inset
	outline frame.Outline
}

// Compose makes f the picture of the scene, whether a window shows it or a file is to
// hold it. It stays valid until the next call.
func (c *Composer) Compose(f *frame.Frame, s *Scene) {
	s.memory = c
	f.Size, f.Seconds, f.Light = s.Size, s.Seconds, s.Light.At(s.Seconds)
	f.Style, f.Shadows = s.Show.Style, s.Show.Shadows
	f.View, f.Lens, f.Inset = s.Camera, frame.Lens{}, s.insetView()
	if s.Path != nil {
		f.View = s.Path.View(s.Seconds)
	}
	s.stand(f)
	f.Birds, f.IDs, f.Leaders = f.Birds[:0], append(f.IDs[:0], s.Snapshot.IDs...), 0
	s.add(f, s.Boids, s.Snapshot)
	s.pose(f)
	for i, size := range s.Sizes {
		f.Birds[i].Span *= size
	}
	for i := range s.Boids {
		if s.Boids[i].Flags&flock.Leading != 0 && !s.Show.Plain {
			f.Birds[i].Tint = leaderTint
			f.Leaders++
		}
	}
	c.overlay.colour(f, s)
	c.seen = s.tint(f, c.seen[:0])
	if s.Show.Style == look.Spheres {
		tellApart(f.Birds)
	}
	if len(s.Ghosts) > 0 {
		s.add(f, s.Ghosts, s.Haunting)
		for i := len(s.Boids); i < len(f.Birds); i++ {
			f.Birds[i].Tint = ghostTint
		}
	}
	f.Birds = append(f.Birds, s.Leaving...)
	s.heeding = s.heeders()
	s.speeds = s.speedsOfTraces(f)
	f.Ribbons = s.Traces.ribbons(f.Ribbons[:0], s.Boids, s.Snapshot, func(i int) (traceStyle, bool) { return s.traced(f, i) })
	s.vary(f) // when traces have taken the birds' colours
	if s.Things != nil && s.Things.Around != nil {
		f.Ribbons = wires(f.Ribbons, s.Things.Around)
		f.Ribbons = guides(f.Ribbons, s.Things, f.View, s.Thing, s.Show.Things)
	}
	if s.Show.Edge {
		for _, e := range worldEdges(s.Boids, s.Snapshot, s.Params) {
			f.Ribbons = e.outline(f.Ribbons)
		}
	}
	f.Ribbons = s.drawn(f)
	if f.View.Hide >= 0 {
		f.Vision = nil // seen from inside it is only in the way
	}
}

// heeders returns the indices of those that followed the selected boid in the escape that was
// asked for, or heed the selected boid as their leader, while only
// its trace is drawn, and theirs.
func (s *Scene) heeders() []int {
	b := s.Subject.Boid
	if s.Show.Traces == look.TraceSelected && b != nil && len(s.Escort) > 0 {
		return indices(s.Snapshot, s.Escort)
	}
	if s.Show.Traces != look.TraceSelected || b == nil || b.Flags&flock.Leading == 0 {
		return nil
	}
	k := s.Snapshot.FlockOf(s.Subject.Index)
	first, _ := s.Snapshot.Range(k)
	own := s.Snapshot.Only(k)
	all := flock.Heeding(nil, &own, &s.Params[k], s.Subject.Index-first)
	for n := range all {
		all[n] += first
	}
	return all
}

// drawn appends what is drawn about the flock and the selected boid to the ribbons.
func (s *Scene) drawn(f *frame.Frame) []frame.RibbonPoint {
	dst := f.Ribbons
	if s.Show.Links {
		dst = s.memory.overlay.sketch.drawLinks(dst, s)
	}
	if s.Show.Bones {
		dst = s.memory.overlay.sketch.drawBones(dst, s, f.View)
	}
	if b := s.Subject.Boid; s.Show.Forces && b != nil && s.Why != nil && s.Why.Boid == s.Snapshot.ID(s.Subject.Index) {
		dst = forces(dst, s.Why, b, f.View, s.Params[s.Snapshot.FlockOf(s.Subject.Index)].Float("wingspan"))
	}
	return dst
}

// stand puts what stands into the picture, the selected one marked.
func (s *Scene) stand(f *frame.Frame) {
	f.Stands = f.Stands[:0]
	if s.Things == nil {
		return
	}
	f.Stands = append(f.Stands, s.Things.Stands...)
	for i := range f.Stands {
		if f.Stands[i].Name == s.Thing && s.Thing != "" {
			f.Stands[i].Tint = chosenStand
		}
	}
}

// add adds boids to the picture, each with the bird of its flock; by divides them.
func (s *Scene) add(f *frame.Frame, boids []flock.Boid, by *flock.Snapshot) {
	for k := range by.FlockCount() {
		span := s.Params[k].Float("wingspan")
		for from, to := by.Range(k); from < to; from++ {
			b := &boids[from]
			size := sizeOf(by.ID(from), s.variety())
			f.Birds = append(f.Birds, frame.Bird{Pos: b.Pos, Rotation: b.Attitude(), Phase: b.Phase, Span: span * size, Kind: k})
		}
	}
}

// pose makes the boids hold their poses.
func (s *Scene) pose(f *frame.Frame) {
	if s.Poises == nil {
		return
	}
	for number := range s.Snapshot.FlockCount() {
		cruise := s.Params[number].Float("cruise_speed")
		for k, end := s.Snapshot.Range(number); k < end; k++ {
			f.Birds[k].Held = s.Poises.held(k, s.Share, cruise, &s.Boids[k])
		}
	}
}

// tellApart gives spheres of other flocks than the first a colour of their flock's,
// where they have none yet.
func tellApart(birds []frame.Bird) {
	for i := range birds {
		if b := &birds[i]; b.Kind > 0 && b.Tint[3] == 0 {
			b.Tint = speciesTint[(b.Kind-1)%len(speciesTint)]
		}
	}
}

// tint outlines the selected boid, marks those it sees, and shows its vision sphere.
func (s *Scene) tint(f *frame.Frame, seen []int) []int {
	f.Vision, f.Outline = nil, nil
	if s.Subject.Boid == nil {
		return seen
	}
	i := s.Subject.Index
	if s.Show.Vision {
		var reach float32
		k := s.Snapshot.FlockOf(i)
		first, _ := s.Snapshot.Range(k)
		own := s.Snapshot.Only(k)
		seen, reach = flock.Visible(seen, &own, &s.Params[k], i-first)
		f.Vision = &frame.Ball{Centre: s.Subject.Boid.Pos, Radius: reach, Colour: visionColour}
		for n := range seen {
			seen[n] += first
			if j := seen[n]; !s.Show.Plain && j < len(f.Birds) && f.Birds[j].Tint[3] == 0 {
				f.Birds[j].Tint = visibleTint
			}
		}
	}
	if !s.Show.Plain {
		s.memory.outline = frame.Outline{Bird: i, Colour: selectedLine}
		f.Outline = &s.memory.outline
	}
	return seen
}

// speedsOfTraces returns the scale of traces that are coloured by speed, with its legend; nil if
// they are not.
func (s *Scene) speedsOfTraces(f *frame.Frame) *speeds {
	if s.Show.TraceColour != look.TracesBySpeed || s.Show.Traces == look.TraceNone || len(s.Boids) == 0 {
		return nil
	}
	of := &speeds{by: s.Show.Map}
	for k := range s.Params {
		if p := &s.Params[k]; p.Float("max_speed") > of.high {
			of.low, of.high = p.Float("min_speed"), p.Float("max_speed")
		}
	}
	if of.high <= of.low {
		var all []float32
		for i := range s.Boids {
			all = append(all, s.Boids[i].Vel.Len())
		}
		of.low, of.high = most(all)
	}
	if f.Legend == nil {
		f.Legend = &frame.Legend{Title: "speed along traces", Low: figure(of.low) + " m/s", High: figure(of.high) + " m/s", Map: of.by}
	}
	return of
}

// hazeless is of how many traces one is as opaque as it is by itself: of more each is
// fainter, or all of them are one white haze.
const hazeless = 60

// traced is trace, coloured as is asked for.
func (s *Scene) traced(f *frame.Frame, i int) (traceStyle, bool) {
	st, drawn := s.trace(i)
	if !drawn {
		return st, false
	}
	if s.Show.Traces == look.TraceAll {
		st.colour[3] *= min(1, max(0.3, num.Sqrt(hazeless/float32(len(s.Boids)))))
	}
	st.speeds = s.speeds
	if tint := f.Birds[i].Tint; s.Show.TraceColour == look.TracesByBird && tint[3] > 0 {
		alpha := max(st.colour[3], traceColour[3])
		if s.Show.Traces == look.TraceLeaders {
			alpha = 0
		}
		st.colour, st.lead = tint.Vec3().Vec4(alpha), tint.Vec3().Vec4(st.lead[3])
	}
	if st.speeds != nil && s.Show.Traces == look.TraceAll {
		st.colour[3], st.lead[3] = 0.6, 0.6
	}
	return st, true
}

// trace returns the style of the trace of the boid at an index, and whether it has one.
func (s *Scene) trace(i int) (traceStyle, bool) {
	width := 0.08 * s.Params[s.Snapshot.FlockOf(i)].Float("wingspan")
	st := traceStyle{colour: traceColour, lead: leadColour, width: width}
	if i == s.Subject.Index {
		st.colour = pickedColour
	}
	switch s.Show.Traces {
	case look.TraceAll:
		return st, true
	case look.TraceLeaders:
		st.colour[3] = 0
		return st, s.Traces.led(s.Snapshot.ID(i))
	case look.TraceSelected:
		st.width *= 1.5
		if _, heeds := slices.BinarySearch(s.heeding, i); heeds {
			st.colour, st.width = heedColour, 0.4*width
			return st, true
		}
		return st, i == s.Subject.Index
	}
	return st, false
}

// indices returns where boids of ids stand, of those that are there.
func indices(of *flock.Snapshot, ids []int) (all []int) {
	for _, id := range ids {
		if i, there := of.Index(id); there {
			all = append(all, i)
		}
	}
	return all
}
