package picture

import (
	"cmp"
	"image"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/parallel"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/look"
	"skein/models"
)

// Scene describes a picture: a flock at one time, the settings of the view, and the camera.
type Scene struct {
	Size          image.Point // size of the picture, pixels
	Seconds       float64     // simulated time
	Light         frame.Light
	Boids         []flock.Boid    // boids at the time of the picture
	Subject       camera.Subject  // the flock that cameras use, and the selected boid
	Snapshot      *flock.Snapshot // the later snapshot around the time of the picture
	Earlier       *flock.Snapshot // the earlier snapshot around that time, for a swarm; otherwise nil
	Refresh       func(i int)     // updates boid i of a swarm to the time of the picture; nil if all boids are up to date
	Ghosts        []flock.Boid    // boids of the recording, drawn pale
	GhostSnapshot *flock.Snapshot
	Leaving       []frame.Bird // birds that have just left but are still drawn
	Sizes         []float32    // sizes of the boids, as a fraction of their full size; empty means all full
	Poses         *Poses       // poses of the boids at these snapshots; nil if none
	Share         float32      // position between the two snapshots of the poses, 0 to 1
	Traces        *Traces
	Things        *scenery.Scenery // obstacles and other things; nil if none
	HiddenThings  []string         // names of obstacles that are not drawn
	Thing         string           // name of the selected object
	Params        []flock.Params   // parameters of each flock
	Show          look.Show
	Camera        frame.View   // view of the camera rig
	InEyes        bool         // whether the camera is in the selected boid's eyes, or moves there
	Path          *camera.Path // camera path that replaces Camera; nil if none

	Models          []models.Shares     // models of the birds of each flock; a flock without an entry has one model
	Species         []string            // names of the flocks
	Why             *explanation.Step   // explanation of the selected boid's step; nil if unknown
	Shares          *explanation.Shares // contributions of the rules; nil if unknown
	SharesErr       error               // reason why Shares is not known
	Escapes         map[int]int64       // tick of each boid's last escape up to the snapshot, by id; nil if unknown
	memory          *Composer
	speeds          *speeds
	EscapeFollowers []int      // ids of the boids that followed the selected boid in an escape; empty means to use its current followers
	followers       []int      // indices of the selected boid's followers, in ascending order
	Ends            [2]float32 // ends of a colour scale that depends on the boids; if both are 0, they are computed from the boids
	OnPaper         bool       // whether leaders, seen birds and traces have colours for a white background
}

// Linear colours and opacity.
var (
	selectedLine = mgl32.Vec4{0.3, 1.6, 1.8, 1}
	speciesTint  = [...]mgl32.Vec4{{0.75, 0.12, 0.10, 0.8}, {0.12, 0.45, 0.16, 0.8}, {0.42, 0.22, 0.62, 0.8}} // spheres of the second and later flocks
	paperTint    = mgl32.Vec4{0.03, 0.05, 0.09, 0.9}                                                          // spheres of the first flock on paper
	ghostTint    = mgl32.Vec4{0.62, 0.78, 1.0, 0.85}
	visionColour = mgl32.Vec4{0.25, 0.7, 1.0, 0.22}
)

// Composer makes pictures of scenes. It keeps memory and costly results for the next picture. The zero
// Composer is ready to use.
type Composer struct {
	StudyLag int64 // maximum age of links and hulls, in ticks

	overlay   overlay
	traced    []int
	seenBoids []int
	inset     frame.Inset
	outline   frame.Outline
	vision    frame.Ball
	variants  []variant
	leaders   int32
	addition  addition
	ticks     swarmTicks
	trails    trailRing
}

// Compose sets f to the picture of the scene. The frame stays valid until the next call.
func (c *Composer) Compose(f *frame.Frame, s *Scene) {
	s.memory = c
	f.Size, f.Seconds, f.Light = s.Size, s.Seconds, s.Light.At(s.Seconds)
	f.Style, f.Shadows = s.Show.Style, s.Show.Shadows
	f.View, f.Lens, f.Inset = s.Camera, frame.Lens{}, s.insetView()
	if s.Path != nil {
		f.View = s.Path.View(s.Seconds)
	}
	f.Light = f.Light.SeenFrom(f.View.Eye[1])
	s.addStands(f)
	f.Birds, f.IDs, f.Swarm = f.Birds[:0], append(f.IDs[:0], s.Snapshot.IDs...), nil
	if s.Earlier != nil {
		f.Leaders = c.addSwarm(f, s)
	} else {
		f.Leaders = s.add(f, s.Boids, s.Snapshot, s.Poses)
	}
	for i, size := range s.Sizes {
		f.Birds[i].Span *= size
	}
	c.overlay.colour(f, s)
	c.seenBoids = s.tint(f, c.seenBoids[:0])
	if s.Show.Style == look.Spheres {
		tintSpecies(f.Birds, s.Light.Land == look.Paper)
	}
	if len(s.Ghosts) > 0 {
		s.add(f, s.Ghosts, s.GhostSnapshot, nil)
		for i := len(s.Boids); i < len(f.Birds); i++ {
			f.Birds[i].Tint = ghostTint
		}
	}
	f.Birds = append(f.Birds, s.Leaving...)
	s.followers = s.findFollowers()
	s.speeds = s.speedsOfTraces(f)
	s.addTraces(f)
	if s.Earlier == nil {
		s.addShades(f) // after the traces, which use tints but no shades
	}
	if s.Things != nil && s.Things.Around != nil {
		f.Ribbons = wires(f.Ribbons, s.Things.Around)
		f.Ribbons = guides(f.Ribbons, s.Things, f.View, s.Thing, s.Show.Things)
	}
	if s.Show.Edge {
		for _, e := range worldEdges(s.Boids, s.Snapshot, s.Params) {
			f.Ribbons = e.outline(f.Ribbons)
		}
	}
	f.Ribbons = s.appendLines(f)
	if f.View.Hide >= 0 {
		f.Vision = nil // the camera is inside the sphere
	}
}

func (s *Scene) addTraces(f *frame.Frame) {
	f.Ribbons, f.Trails = f.Ribbons[:0], nil
	if s.showsTrails() {
		s.memory.trails.compose(f, s)
		return
	}
	traced := s.tracedBoids()
	for _, i := range traced {
		if s.Refresh != nil {
			s.Refresh(i)
		}
	}
	f.Ribbons = s.Traces.ribbons(f.Ribbons, s.Boids, s.Snapshot, traced, func(i int) (traceStyle, bool) { return s.colouredTrace(f, i) })
}

func (s *Scene) findFollowers() []int {
	b := s.Subject.Boid
	if s.Show.Traces == look.TraceSelected && b != nil && len(s.EscapeFollowers) > 0 {
		return indices(s.Snapshot, s.EscapeFollowers)
	}
	if s.Show.Traces != look.TraceSelected || b == nil || b.Flags&flock.Leading == 0 {
		return nil
	}
	k := s.Snapshot.FlockOf(s.Subject.Index)
	first, _ := s.Snapshot.Range(k)
	own := s.Snapshot.OneFlock(k)
	all := s.Params[k].View().Heeding(nil, &own, s.Subject.Index-first)
	for n := range all {
		all[n] += first
	}
	return all
}

func (s *Scene) appendLines(f *frame.Frame) []frame.RibbonPoint {
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

func (s *Scene) addStands(f *frame.Frame) {
	f.Stands = f.Stands[:0]
	if s.Things == nil {
		return
	}
	for _, stand := range s.Things.Stands {
		if !slices.Contains(s.HiddenThings, stand.Name) {
			f.Stands = append(f.Stands, stand)
		}
	}
	for i := range f.Stands {
		if f.Stands[i].Name == s.Thing && s.Thing != "" {
			f.Stands[i].Tint = chosenStand
		}
	}
}

// add appends birds and returns the number of leaders. Leaders have their own colour, except in a plain
// picture. poses may be nil.
func (s *Scene) add(f *frame.Frame, boids []flock.Boid, snapshot *flock.Snapshot, poses *Poses) (leaders int) {
	s.memory.leaders = 0
	kind := 0
	for k := range snapshot.FlockCount() {
		first, end := snapshot.Range(k)
		before := len(f.Birds)
		f.Birds = slices.Grow(f.Birds, end-first)[:before+end-first]
		s.memory.grow(len(f.Birds))
		s.memory.addition = addition{
			birds: f.Birds[before:], boids: boids, snapshot: snapshot, first: first, number: k, kind: kind, models: s.modelsOf(k),
			span: s.Params[k].Float("wingspan") * cmp.Or(s.Show.Size, 1), cruise: s.Params[k].Float("cruise_speed"),
			variety: s.variety(), variants: s.memory.variants[before:], poses: poses, share: s.Share,
			plain: s.Show.Plain, leader: s.inks().Leader, leaders: &s.memory.leaders,
		}
		parallel.Ranges(end-first, &s.memory.addition, (*addition).add)
		kind += s.modelsOf(k).Models()
	}
	return int(s.memory.leaders)
}

func tintSpecies(birds []frame.Bird, onPaper bool) {
	for i := range birds {
		switch b := &birds[i]; {
		case b.Tint[3] != 0:
		case b.Flock > 0:
			b.Tint = speciesTint[(b.Flock-1)%len(speciesTint)]
		case onPaper:
			b.Tint = paperTint
		}
	}
}

// tint outlines the selected boid, tints the boids that it sees, and adds its vision sphere. It returns the
// indices of the boids that it sees. They overwrite visible.
func (s *Scene) tint(f *frame.Frame, visible []int) []int {
	f.Vision, f.Outline = nil, nil
	if s.Subject.Boid == nil {
		return visible
	}
	i := s.Subject.Index
	if s.Show.Vision {
		var reach float32
		k := s.Snapshot.FlockOf(i)
		first, _ := s.Snapshot.Range(k)
		own := s.Snapshot.OneFlock(k)
		visible, reach = s.Params[k].View().Visible(visible, &own, i-first)
		s.memory.vision = frame.Ball{Centre: s.Subject.Boid.Pos, Radius: reach, Colour: visionColour}
		f.Vision = &s.memory.vision
		for n := range visible {
			visible[n] += first
			if j := visible[n]; !s.Show.Plain && j < len(f.Birds) && f.Birds[j].Tint[3] == 0 {
				f.Birds[j].Tint = s.inks().Visible
			}
		}
		if f.Swarm != nil && !s.Show.Plain {
			slices.Sort(visible)
			f.Swarm.Tinted, f.Swarm.TintedBy = visible, s.inks().Visible
		}
	}
	if !s.Show.Plain {
		s.memory.outline = frame.Outline{Bird: i, Colour: selectedLine}
		f.Outline = &s.memory.outline
	}
	return visible
}

// speedsOfTraces returns the colour scale of traces and adds its legend. It returns nil if traces have no
// such colours.
func (s *Scene) speedsOfTraces(f *frame.Frame) *speeds {
	if s.Show.TraceColour != look.TracesBySpeed || s.Show.Traces == look.TraceNone || len(s.Boids) == 0 {
		return nil
	}
	scale := &speeds{colours: s.Show.Map}
	for k := range s.Params {
		if p := &s.Params[k]; p.Float("max_speed") > scale.high {
			scale.low, scale.high = p.Float("min_speed"), p.Float("max_speed")
		}
	}
	if scale.high <= scale.low {
		var all []float32
		for i := range s.Boids {
			all = append(all, s.Boids[i].Vel.Len())
		}
		scale.low, scale.high = trimmedRange(all)
	}
	if f.Legend == nil {
		f.Legend = &frame.Legend{Title: "speed along traces", Low: formatNumber(scale.low) + " m/s", High: formatNumber(scale.high) + " m/s", Map: scale.colours}
	}
	return scale
}

// fullOpacityTraces is the largest number of traces with full opacity. If there are more, they are fainter,
// because they would form a white haze.
const fullOpacityTraces = 60

// tracedBoids returns the indices of the boids that may have a trace, in ascending order. The result is valid
// until the next picture.
func (s *Scene) tracedBoids() []int {
	all := s.memory.traced[:0]
	switch s.Show.Traces {
	case look.TraceAll:
		for i := range s.Boids {
			all = append(all, i)
		}
	case look.TraceLeaders:
		all = s.Traces.leaders(all)
		all = appendIndices(all[:0], s.Snapshot, all)
	case look.TraceSelected:
		all = append(all, s.followers...)
		if s.Subject.Boid != nil {
			all = append(all, s.Subject.Index)
		}
		slices.Sort(all)
		all = slices.Compact(all)
	}
	if len(s.Sizes) > 0 {
		all = slices.DeleteFunc(all, func(i int) bool { return s.Sizes[i] == 0 })
	}
	s.memory.traced = all
	return all
}

func (s *Scene) colouredTrace(f *frame.Frame, i int) (traceStyle, bool) {
	ink := s.inks()
	if s.Show.Traces == look.TraceAll {
		st := s.traceOfAll(f, i, &ink)
		st.width = s.traceWidth(s.Snapshot.FlockOf(i))
		if st.speeds = s.speeds; st.speeds != nil {
			st.colour[3], st.lead[3] = 0.6, 0.6
		}
		return st, true
	}
	st, drawn := s.trace(i, &ink)
	st.speeds = s.speeds
	if tint := f.Tint(i); drawn && s.Show.TraceColour == look.TracesByBird && tint[3] > 0 {
		alpha := max(st.colour[3], ink.Trace[3])
		if s.Show.Traces == look.TraceLeaders {
			alpha = 0
		}
		st.colour, st.lead = tint.Vec3().Vec4(alpha), tint.Vec3().Vec4(st.lead[3])
	}
	return st, drawn
}

// traceOfAll returns the colours of the trace of boid i among the traces of all boids.
func (s *Scene) traceOfAll(f *frame.Frame, i int, ink *Inks) traceStyle {
	st := traceStyle{colour: ink.Trace, lead: ink.LeaderTrace}
	if i == s.Subject.Index {
		st.colour = ink.SelectedTrace
	}
	st.colour[3] *= min(1, max(0.3, num.Sqrt(fullOpacityTraces/float32(s.Snapshot.Len()))))
	if s.Show.TraceColour != look.TracesByBird {
		return st
	}
	if tint := f.Tint(i); tint[3] > 0 {
		st.colour, st.lead = tint.Vec3().Vec4(max(st.colour[3], ink.Trace[3])), tint.Vec3().Vec4(st.lead[3])
	}
	return st
}

func (s *Scene) traceWidth(flockIndex int) float32 {
	return 0.08 * s.Params[flockIndex].Float("wingspan")
}

func (s *Scene) trace(i int, ink *Inks) (traceStyle, bool) {
	width := s.traceWidth(s.Snapshot.FlockOf(i))
	st := traceStyle{colour: ink.Trace, lead: ink.LeaderTrace, width: width}
	if i == s.Subject.Index {
		st.colour = ink.SelectedTrace
	}
	switch s.Show.Traces {
	case look.TraceLeaders:
		st.colour[3] = 0
		return st, true
	case look.TraceSelected:
		st.width *= 1.5
		if _, heeds := slices.BinarySearch(s.followers, i); heeds {
			st.colour, st.width = ink.FollowerTrace, 0.4*width
			return st, true
		}
		return st, i == s.Subject.Index
	}
	return st, false
}
