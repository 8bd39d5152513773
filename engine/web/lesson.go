package web

import (
	_ "embed" // for the programs and the style
	"encoding/binary"
	"io"
	"math"
	"slices"

	"skein/engine/frame"
	"skein/engine/web/live"
	"skein/flock/scenario"
	"skein/models"
)

//go:embed worker.js
var workerProgram string

//go:embed lesson.css
var lessonStyle string

// UsualBirds is the number of birds that most browsers can simulate in real time. MostBirds is the largest
// number in a live page; with it, a browser simulates about one tick per second.
const (
	UsualBirds = 1000
	MostBirds  = 10_000
)

// Lesson writes a page in which the browser simulates a scene.
type Lesson struct {
	Scene   *scenario.Scenario
	Start   []byte       // checkpoint at tick 0, which saves the browser the warm-up
	Birds   []models.Mix // models of each flock; flocks may share models
	View    View         // view with which the page opens
	Aspect  float32      // width / height of the picture for View
	Version string       // version of skein
	Notes   []string     // how the flock in the page differs from the scene's flock
}

type lessonAbout struct {
	Text        string            `json:"text"` // text of the scenario file
	Size        float32           `json:"size"` // drawn size of birds, relative to their wingspan
	Description *live.Description `json:"description"`
	States      []live.State      `json:"states"`
	Counts      []int             `json:"counts"` // number of birds of each flock
	Hash        string            `json:"hash"`
}

// Write writes the page. It returns [ErrNoCore] if skein was built without the simulation for browsers.
func (l *Lesson) Write(to io.Writer) error {
	core, runtime, err := coreData()
	if err != nil {
		return err
	}
	about, first, err := l.start()
	if err != nil {
		return err
	}
	sc := l.Scene
	p := Page{
		Program: Viewer(), Style: style + lessonStyle, Live: true, Lesson: about,
		Data: []Data{{Name: "first", Bytes: first}},
		Late: []Data{{Name: "worker", Bytes: []byte(runtime + "\n" + workerProgram)}, {Name: "start", Bytes: l.Start}, core},
		Scene: Scene{
			Title: sc.Name, Description: sc.Description, Credit: sc.Credit, Watch: sc.Watch, Program: "skein " + l.Version,
			Inks: InksOn(sc.Light.Land), Aspect: l.Aspect, TraceSeconds: sc.Show.TraceSeconds, View: l.View, Notes: append([]string{}, l.Notes...), Chosen: chosenBird(sc),
		},
	}
	def := sc.Def()
	for k, name := range def.Labels() {
		p.Scene.Species = append(p.Scene.Species, speciesOf(name, l.Birds, k))
	}
	p.Scene.Flock = flockText(about.Counts, p.Scene.Species, l.Birds)
	p.SetLight(frame.NewLight(sc.Light).At(0))
	var obstacles solids
	obstacles.add(0, sc.Surroundings.Obstacles)
	obstacles.addTo(&p, p.Scene.Light.Ground)
	p.setWires(&sc.Surroundings)
	p.addBirds(l.Birds)
	return p.Write(to)
}

func (l *Lesson) start() (about lessonAbout, first []byte, err error) {
	about = lessonAbout{Text: string(withoutFiles(l.Scene).TOML()), Size: 1}
	if size := l.Scene.Show.Size; size > 0 {
		about.Size = size
	}
	s, err := live.Open(l.Scene.Name+".toml", []byte(about.Text), l.Start)
	if err != nil {
		return about, nil, err
	}
	about.Description, about.States, about.Counts, about.Hash = s.Describe(), s.States(), s.Counts(), s.Hash()
	for _, x := range s.AppendFrame(nil) {
		first = binary.LittleEndian.AppendUint32(first, math.Float32bits(x))
	}
	return about, first, nil
}

// withoutFiles returns a copy of a scene without the paths of its birds and camera. The page contains these
// files, and must not reveal the paths.
func withoutFiles(sc *scenario.Scenario) *scenario.Scenario {
	out := *sc
	out.Bird, out.Camera.Path = scenario.DefaultBird(), ""
	out.Others = slices.Clone(sc.Others)
	for k := range out.Others {
		out.Others[k].Bird = scenario.DefaultBird()
	}
	return &out
}
