package web

import (
	_ "embed" // for the programs and the style
	"io"
	"slices"

	"skein/engine/frame"
	"skein/engine/picture"
	"skein/flock/scenario"
	"skein/models"
)

//go:embed live.js
var liveProgram string

//go:embed worker.js
var workerProgram string

//go:embed lesson.css
var lessonStyle string

// Lesson writes a page in which the browser simulates a scene.
type Lesson struct {
	Scene   *scenario.Scenario
	Start   []byte          // checkpoint of the scene at tick 0; it saves the browser the warm-up
	Birds   []*models.Baked // bird of each flock; flocks may share one
	View    View            // the opening view
	Aspect  float32         // width of the picture for which the view is made, divided by its height
	Version string          // of skein
	Notes   []string        // how the flock differs from the scene's flock
}

// lessonAbout is what the program needs to start the simulation.
type lessonAbout struct {
	Text string  `json:"text"` // the scenario file
	Size float32 `json:"size"` // drawn size of the birds, as a share of their wingspan
}

// Write writes the page. It returns [ErrNoCore] if skein was built without the simulation for browsers.
func (l *Lesson) Write(to io.Writer) error {
	core, runtime, err := coreData()
	if err != nil {
		return err
	}
	sc := l.Scene
	p := Page{
		Program: liveProgram, Style: style + lessonStyle, Live: true, Packed: []Data{core},
		Data: []Data{{"worker", []byte(runtime + "\n" + workerProgram)}, {"start", l.Start}},
		Scene: Scene{
			Title: sc.Name, Description: sc.Description, Credit: sc.Credit, Watch: sc.Watch, Program: "skein " + l.Version,
			Inks: InksOn(sc.Light.Land), Aspect: l.Aspect, TraceSeconds: sc.Show.TraceSeconds, View: l.View, Notes: append([]string{}, l.Notes...),
		},
	}
	about := lessonAbout{Text: string(withoutFiles(sc).TOML()), Size: 1}
	if sc.Show.Size > 0 {
		about.Size = sc.Show.Size
	}
	p.Lesson = about
	def := sc.Def()
	for k, name := range def.Labels() {
		p.Scene.Species = append(p.Scene.Species, Species{Name: name, Bird: birdNumber(l.Birds, k), Colour: picture.KindColour(k)})
	}
	p.SetLight(frame.NewLight(sc.Light).At(0))
	p.addBirds(l.Birds)
	return p.Write(to)
}

// withoutFiles returns a copy of a scene without the paths of its birds and of its camera: the page contains
// the birds and the view, and its readers need not know the paths.
func withoutFiles(sc *scenario.Scenario) *scenario.Scenario {
	out := *sc
	out.Bird.File, out.Camera.Path = "", ""
	out.Others = slices.Clone(sc.Others)
	for k := range out.Others {
		out.Others[k].Bird.File = ""
	}
	return &out
}
