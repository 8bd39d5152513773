package web

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/picture"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/scenario"
	"skein/models"
)

// Recorded writes pages of recordings.
type Recorded struct {
	Birds []models.Mix  // models of each flock; flocks may share models
	Stage *export.Stage // camera of the scene
	Light frame.Light   // light at time 0
	Scene *scenario.Scenario
}

// Write writes the page with the frames of a source.
func (r *Recorded) Write(ctx context.Context, to io.Writer, s *export.Source) error {
	ids, err := s.IDs(ctx)
	if err != nil {
		return err
	}
	f, err := newFlight(ids, len(s.Numbers()), s.Wingspan(0))
	if err != nil {
		return err
	}
	f.about.FPS = s.FPS()
	p := Page{Program: Viewer(), Scene: r.scene(s)}
	var obstacles solids
	views, err := r.addFrames(ctx, &p, f, &obstacles, s)
	if err != nil {
		return err
	}
	p.SetLight(r.Light.At(f.about.Start))
	obstacles.addTo(&p, p.Scene.Light.Ground)
	p.addBirds(r.Birds)
	p.Scene.Flock = flockText(f.about.Species, p.Scene.Species, r.Birds)
	if k, ok := f.index[chosenBird(r.Scene)]; ok {
		p.Scene.Chosen = k
	}
	for k := range s.Flocks() {
		f.about.Spans = append(f.about.Spans, s.Wingspan(k))
	}
	f.addNames(s)
	f.addModels(s, r.Birds)
	p.Scene.Flight, p.Scene.View = &f.about, views[0]
	p.Scene.Notes = append(p.Scene.Notes, f.notes()...)
	p.Data = append(p.Data, Data{Name: "flight", Pack: f.pack}, Data{Name: "camera", Bytes: encodeViews(views)})
	return p.Write(to)
}

func (r *Recorded) addFrames(ctx context.Context, p *Page, f *flight, obstacles *solids, s *export.Source) (views []View, err error) {
	surroundings, err := s.Surroundings()
	if err != nil {
		return nil, err
	}
	err = s.ForEachPose(ctx, func(frame *export.Frame) error {
		if f.frames == 0 {
			f.about.Start = frame.Seconds
		}
		around, changed, err := surroundings(frame)
		if err != nil {
			return err
		}
		if f.frames == 0 {
			p.setWires(around)
		}
		if changed {
			obstacles.add(f.frames, around.Obstacles)
		}
		f.add(frame, float32(1/s.FPS()))
		v, err := r.Stage.View(frame)
		if err != nil {
			return err
		}
		hide := -1
		if k, ok := f.index[v.Hide]; ok {
			hide = k
		}
		views = append(views, ViewOf(v.Eye, v.Rotation, v.FovY, hide))
		return nil
	})
	return views, err
}

// ViewOf returns the view of a camera. hide is the index of the bird that is not drawn, or -1.
func ViewOf(eye mgl32.Vec3, rotation mgl32.Quat, fovY float32, hide int) View {
	q := rotation
	return View{Eye: eye, Rotation: [4]float32{q.V[0], q.V[1], q.V[2], q.W}, FOV: fovY, Hide: hide}
}

// encodeViews returns nine 32-bit floats per view: eye, rotation, angle and the hidden bird.
func encodeViews(views []View) (data []byte) {
	for _, v := range views {
		q := v.Rotation
		for _, x := range [...]float32{v.Eye[0], v.Eye[1], v.Eye[2], q[0], q[1], q[2], q[3], v.FOV, float32(v.Hide)} {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	return data
}

func (r *Recorded) scene(s *export.Source) Scene {
	sc, meta := s.Scene(), s.Meta()
	out := Scene{
		Title: sc.Name, Description: sc.Description, Credit: sc.Credit, Watch: sc.Watch, Program: "skein " + meta.Version,
		Inks: InksOn(sc.Light.Land), Aspect: r.Stage.Aspect, TraceSeconds: sc.Show.TraceSeconds, Chosen: -1,
	}
	if meta.Imported != "" {
		out.Notes = append(out.Notes, "The tracks come from the file "+meta.Imported+".")
	}
	for k := range s.Flocks() {
		out.Species = append(out.Species, speciesOf(s.Species(k), r.Birds, k))
	}
	return out
}

// InksOn returns the colours of leaders and traces that stand out on a land.
func InksOn(land look.Land) Inks {
	k := picture.InksOn(land == look.Paper)
	return Inks{Leader: k.Leader, Trace: k.Trace, LeaderTrace: k.LeaderTrace, SelectedTrace: k.SelectedTrace}
}

func speciesOf(name string, mixes []models.Mix, flock int) Species {
	own := &mixes[flock]
	out := Species{Name: name, Bird: birdNumber(mixes, own.Birds[0]), Colour: picture.KindColour(flock)}
	if own.Shares.Models() == 1 {
		return out
	}
	for k, b := range own.Birds {
		out.Models = append(out.Models, Model{birdNumber(mixes, b), own.Shares[k]})
	}
	return out
}

func birdNumber(mixes []models.Mix, b *models.Baked) int {
	return slices.Index(differentBirds(mixes), b)
}

func differentBirds(mixes []models.Mix) (all []*models.Baked) {
	for _, b := range models.AllBirds(mixes) {
		if !slices.Contains(all, b) {
			all = append(all, b)
		}
	}
	return all
}

func flockText(counts []int, species []Species, mixes []models.Mix) string {
	var all []string
	for k, n := range counts {
		noun := "birds"
		if n == 1 {
			noun = "bird"
		}
		kind := species[k].Name
		switch drawn := mixes[k].Names(); {
		case kind == drawn:
		case kind == "boid": // no species
			kind = "drawn as " + drawn
		default:
			kind += ", drawn as " + drawn
		}
		all = append(all, fmt.Sprintf("%d %s (%s)", n, noun, kind))
	}
	return strings.Join(all, ", ")
}

// chosenBird returns the bird that is selected when a page opens. It is the camera's bird if the scene shows
// the trace of the selected bird, and otherwise -1.
func chosenBird(sc *scenario.Scenario) int {
	if sc.Show.Traces != look.TraceSelected {
		return -1
	}
	return sc.Camera.Boid
}

func (p *Page) addBirds(mixes []models.Mix) {
	for k, b := range differentBirds(mixes) {
		p.Scene.Birds = append(p.Scene.Birds, p.addBird(k, b))
	}
}

func (f *flight) addModels(s *export.Source, mixes []models.Mix) {
	if len(models.AllBirds(mixes)) == len(mixes) {
		return
	}
	first := 0
	for k, n := range f.about.Species {
		for _, id := range f.about.IDs[first : first+n] {
			f.about.Models = append(f.about.Models, mixes[k].Shares.Model(s.NumberInFlock(k, id)))
		}
		first += n
	}
}

func (f *flight) addNames(s *export.Source) {
	named := false
	var names []string
	for _, id := range f.about.IDs {
		name := s.Name(id)
		named = named || name != fmt.Sprint(id)
		names = append(names, name)
	}
	if named {
		f.about.Names = names
	}
}

func (f *flight) notes() []string {
	return []string{fmt.Sprintf("%d birds, %d frames at %.4g per second. Positions differ from the recording by at most %.2g mm, directions by at most %.2g°, and wingbeats by at most 1/%d.",
		f.about.Birds, f.about.Frames, f.about.FPS, 1000*f.worst.distance(), f.worst.angle()*180/math.Pi, 2*phaseSteps)}
}
