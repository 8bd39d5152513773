package scenario

import (
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/pelletier/go-toml/v2"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/message"
	"skein/flock/model"
)

// Scenario is a scene: flocks to simulate, camera, light and drawing.
type Scenario struct {
	File        string // path of the scenario file; empty for a built-in scene
	Name        string
	Description string
	Credit      string // authors of the model or measurements; may be empty
	Watch       string // hint for the viewer
	Suggestions []Suggestion
	Lessons     []Lesson

	Seed     uint64
	TickRate int // ticks per second
	WarmUp   float32

	Flock  // the first flock
	Others []Flock
	Events []Event // scheduled changes

	Surroundings around.Surroundings

	look.Look
}

// Flock is a flock of a scene, including the model of its birds.
type Flock struct {
	flock.Flock
	Bird Bird
}

// Bird holds the models of a flock's birds.
type Bird struct {
	File          string                       // name of a built-in bird, or path of a glTF file relative to the scenario file; if empty, the first built-in bird
	More          [MaxModels - 1]string        // further models; unused entries at the end are empty
	Shares        [MaxModels]int               // relative shares of File and each of More; all 0 for a single model
	ModelSettings                              // settings of File
	MoreSettings  [MaxModels - 1]ModelSettings // settings of each of More; zero if unused
}

// ModelSettings override the values that skein detects in a model file.
type ModelSettings struct {
	Clip        string  // name or number of the animation; if empty, skein selects one
	Forward, Up string  // one of [Axes]
	From, To    float32 // range of one wingbeat in the clip, s; if both are 0, it is detected
	Open        float32 // time in the clip when the wings are spread widest, s; if -1, it is detected
	Span        float32 // wingspan in units of the model; if 0, it is measured
	Beat        string  // one of [Beats]
	Mirror      bool    // whether to complete half an animal with its mirror image
}

// DefaultBird returns the first built-in bird, without overridden settings.
func DefaultBird() Bird {
	return Bird{ModelSettings: ModelSettings{Forward: Axes()[0], Up: Axes()[0], Open: -1, Beat: Beats()[0]}}
}

// Axes returns the values of [ModelSettings.Forward] and [ModelSettings.Up]. With "found", skein detects the
// axis.
func Axes() []string { return []string{"found", "x", "-x", "y", "-y", "z", "-z"} }

// Beats returns the values of [ModelSettings.Beat], which determines how a model without animation moves.
// With "auto", skein chooses.
func Beats() []string { return []string{"auto", "none", "bird", "insect", "fish"} }

// Aliases of types in package look.
type (
	Camera = look.Camera
	Target = look.Target
	Light  = look.Light
	Show   = look.Show
)

//go:embed *.toml
var builtin embed.FS

const maxBytes = 256 << 10

// Names returns the names of the built-in scenes. The scenes of the models come first, beginning with the
// default, and those of [Field] come last.
func Names() (all []string) {
	for _, scene := range modelScenes() {
		all = append(all, scene.name)
	}
	all = append(all, "evening", "falcon", "wire", "geese", "thermal", "river", "towers")
	return append(all, Field()...)
}

// Field returns the names of the built-in scenes that reproduce other researchers' models by formulas.
func Field() []string {
	return []string{"vicsek", "vicsek-3d", "couzin", "informed", "cucker-smale", "reynolds", "inertial-spin", "pearce", "stardisplay", "speed-control", "fish", "agents-flocking"}
}

// Default returns the name of the default scene.
func Default() string { return Names()[0] }

// Builtin returns the built-in scene with the given name.
func Builtin(name string) (*Scenario, error) {
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	if isModelScene(name) && baseOf(text) != NoBase {
		return nil, fmt.Errorf("%s.toml: base must be %q, because other files take values from this scene", name, NoBase)
	}
	s, err := Parse(name+".toml", text)
	if err != nil {
		return nil, err
	}
	s.File = ""
	return s, nil
}

// baseOf returns the base of a scenario file, or "" if the file has none.
func baseOf(text []byte) string {
	var file struct{ Base string }
	_ = toml.Unmarshal(text, &file) // Parse reports errors
	return file.Base
}

// Text returns the file of a built-in scene.
func Text(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, unknownName(name)
	}
	return builtin.ReadFile(name + ".toml")
}

// Load returns the built-in scene with the given name, or reads a .toml file. If neither exists, the error
// matches [fs.ErrNotExist].
func Load(nameOrPath string) (*Scenario, error) {
	if slices.Contains(Names(), nameOrPath) {
		return Builtin(nameOrPath)
	}
	if !isScenarioFile(nameOrPath) {
		return nil, unknownName(nameOrPath)
	}
	data, err := ReadFile(nameOrPath)
	if err != nil {
		return nil, err
	}
	return Parse(nameOrPath, data)
}

// ReadFile returns the text of a scenario file without checking it.
func ReadFile(path string) ([]byte, error) { return files.Read(path, maxBytes) }

func isScenarioFile(s string) bool {
	return strings.HasSuffix(s, ".toml") || strings.ContainsRune(filepath.ToSlash(s), '/')
}

// UnknownError reports that there is no scene with the given name. It matches [fs.ErrNotExist].
type UnknownError struct {
	text string
	Near string // similar name of a built-in scene, or ""
}

func (e UnknownError) Error() string { return e.text }

// Is reports whether target is [fs.ErrNotExist].
func (UnknownError) Is(target error) bool { return target == fs.ErrNotExist }

func unknownName(name string) error {
	if name == "" {
		return UnknownError{text: "the scenario's name is empty; give a built-in scene (skein scenario list shows them) or a .toml file"}
	}
	if scenes := scenesOf(name); scenes != "" {
		return UnknownError{text: fmt.Sprintf("%q is a model, not a scenario; %s", name, scenes)}
	}
	if near := message.Nearest(name, Names()); near != "" {
		return UnknownError{fmt.Sprintf("unknown scenario %q, did you mean %q?", name, near), near}
	}
	if filepath.Ext(name) != "" {
		return UnknownError{text: name + ": neither a scenario file (.toml) nor a built-in scene (skein scenario list shows them)"}
	}
	return UnknownError{text: fmt.Sprintf("unknown scenario %q; use a built-in one (skein scenario list shows them) or a .toml file", name)}
}

// scenesOf lists the built-in scenes that use a model. It returns "" if there is no model with this name. It
// is for messages to users who mistake a model for a scene.
func scenesOf(name string) string {
	if _, err := model.Named(name); err != nil {
		return ""
	}
	var with []string
	for _, scene := range Names() {
		s, err := Builtin(scene)
		if err == nil && slices.ContainsFunc(s.Flocks(), func(f Flock) bool { return f.Params.Model().Name() == name }) {
			with = append(with, scene)
		}
	}
	if len(with) == 0 {
		return ""
	}
	return "scenarios with this model: " + strings.Join(with, ", ")
}

// Def returns the definition of the scenario's simulation.
func (s *Scenario) Def() flock.Def {
	return flock.Def{
		Seed: s.Seed, TickRate: s.TickRate, WarmUp: s.WarmUp,
		Flock: s.Flock.Flock, Others: s.others(), Surroundings: s.Surroundings.Clone(), Schedule: s.schedule(),
	}
}

// Flocks returns all flocks, the first one first.
func (s *Scenario) Flocks() []Flock { return append([]Flock{s.Flock}, s.Others...) }

func (s *Scenario) others() (all []flock.Flock) {
	for _, f := range s.Others {
		all = append(all, f.Flock)
	}
	return all
}

// BirdPath returns the path of the first model relative to the working directory, or the name of a built-in
// bird. It returns "" for the first built-in bird.
func (s *Scenario) BirdPath() string {
	if !IsModelFile(s.Bird.File) {
		return s.Bird.File
	}
	return s.PathOf(s.Bird.File)
}

// CameraPath returns the path of the camera file relative to the working directory, or "".
func (s *Scenario) CameraPath() string {
	if s.Camera.Path == "" {
		return ""
	}
	return s.PathOf(s.Camera.Path)
}

// PathOf returns the path, relative to the working directory, of a file to which the scenario refers.
func (s *Scenario) PathOf(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(s.File), filepath.FromSlash(file))
}

// Files returns the paths, relative to the working directory, of all files to which the scenario refers:
// models of birds, the camera file, and models and height maps of obstacles.
func (s *Scenario) Files() (all []string) {
	for k := range s.Flocks() {
		own := WithFlock(s, k)
		for m, file := range own.Bird.Files() {
			if IsModelFile(file) {
				all = append(all, WithModel(own, m).BirdPath())
			}
		}
	}
	if path := s.CameraPath(); path != "" {
		all = append(all, path)
	}
	for k := range s.Surroundings.Obstacles {
		if o := &s.Surroundings.Obstacles[k]; o.NeedsFile() {
			all = append(all, s.PathOf(o.File))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// IsModelFile reports whether bird is a path rather than the name of a built-in bird.
func IsModelFile(bird string) bool { return strings.ContainsAny(bird, `./\`) }

// cameraOf returns the default camera for a simulation. For a flock in a plane, it looks down from above.
func cameraOf(d flock.Def) Camera {
	c := look.Default().Camera
	if d.Params.Model().Plane() {
		c.Distance, c.Elevation = 600, 90
		c.Target = Target{Fixed: true, At: mgl32.Vec3{0, d.Start.Altitude, 0}}
	}
	return c
}

// adopt replaces the simulation with d. It does not change camera, light and drawing.
func (s *Scenario) adopt(d flock.Def) {
	s.Seed, s.TickRate, s.WarmUp, s.Flock.Flock, s.Others, s.Events = d.Seed, d.TickRate, d.WarmUp, d.Flock, nil, nil
	s.Surroundings = d.Surroundings.Clone()
	for _, f := range d.Others {
		s.Others = append(s.Others, Flock{f, DefaultBird()})
	}
}
