package scenario

import (
	"embed"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/message"
	"skein/flock/model"
)

// Scenario is a scene: the flocks to simulate, camera, light and drawing.
type Scenario struct {
	File        string // path of the scenario file; empty: a built-in scene
	Name        string
	Description string
	Credit      string // authors of the model or measurements; may be empty
	Watch       string // hint for the viewer
	Suggestions []Suggestion
	Lessons     []Lesson

	Seed     uint64
	TickRate int // per second
	WarmUp   float32

	Flock  // the first flock
	Others []Flock
	Events []Event // scheduled changes

	Surroundings around.Surroundings

	look.Look
}

// Flock is a flock of a scene, and the model of its birds.
type Flock struct {
	flock.Flock
	Bird Bird
}

// Bird is the model or models of the birds.
type Bird struct {
	File          string                       // built-in bird, or path of a glTF file relative to the scenario file; empty: the first built-in bird
	More          [MaxModels - 1]string        // models after the first; unused entries at the end are empty
	Shares        [MaxModels]int               // relative shares of File and each of More; all 0: one model
	ModelSettings                              // of File
	MoreSettings  [MaxModels - 1]ModelSettings // of each of More; zero if unused
}

// ModelSettings override the values that skein finds in a model file.
type ModelSettings struct {
	Clip        string  // name or number of the animation; empty: skein chooses it
	Forward, Up string  // one of [Axes]
	From, To    float32 // range of one wingbeat in the clip, s; both 0: skein finds it
	Open        float32 // time in the clip with the widest wings, s; -1: skein finds it
	Span        float32 // wingspan in units of the model; 0: skein measures it
	Beat        string  // one of [Beats]
	Mirror      bool    // whether to complete half an animal with its mirror image
}

// DefaultBird returns the first built-in bird, without overridden settings.
func DefaultBird() Bird {
	return Bird{ModelSettings: ModelSettings{Forward: Axes()[0], Up: Axes()[0], Open: -1, Beat: Beats()[0]}}
}

// Axes returns the values of [ModelSettings.Forward] and [ModelSettings.Up]. "found" lets skein find the
// axis.
func Axes() []string { return []string{"found", "x", "-x", "y", "-y", "z", "-z"} }

// Beats returns the values of [ModelSettings.Beat]: how a model without animation moves. "auto" lets skein
// choose.
func Beats() []string { return []string{"auto", "none", "bird", "insect", "fish"} }

// Short names for types of package look.
type (
	Camera = look.Camera
	Target = look.Target
	Light  = look.Light
	Show   = look.Show
)

//go:embed *.toml
var builtin embed.FS

const maxBytes = 256 << 10

// Names returns the built-in scenes: first the models' own, beginning with the default, and last those of
// [Field].
func Names() []string {
	all := append(model.Scenes(), "evening", "falcon", "wire", "geese", "thermal", "river", "towers")
	return append(all, Field()...)
}

// Field returns the built-in scenes with other researchers' models, written as formulas.
func Field() []string {
	return []string{"vicsek", "vicsek-3d", "couzin", "informed", "cucker-smale", "reynolds", "inertial-spin", "pearce", "stardisplay", "speed-control", "fish", "agents-flocking"}
}

// Default returns the name of the default scene.
func Default() string { return Names()[0] }

// Builtin returns the built-in scene with a name.
func Builtin(name string) (*Scenario, error) {
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	s, err := parse(name+".toml", text, builtInFile)
	if err != nil {
		return nil, err
	}
	s.File = ""
	return s, nil
}

// Text returns the file of a built-in scene.
func Text(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, unknownName(name)
	}
	return builtin.ReadFile(name + ".toml")
}

// Load returns a built-in scene, or reads a .toml file. If there is neither, the error matches
// fs.ErrNotExist.
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

// ReadFile returns the text of a scenario file, unchecked.
func ReadFile(path string) ([]byte, error) { return files.Read(path, maxBytes) }

func isScenarioFile(s string) bool {
	return strings.HasSuffix(s, ".toml") || strings.ContainsRune(filepath.ToSlash(s), '/')
}

// UnknownError is about the name of a scene that does not exist. It matches fs.ErrNotExist.
type UnknownError struct {
	text string
	Near string // suggested built-in scene, or empty
}

func (e UnknownError) Error() string { return e.text }

// Is matches fs.ErrNotExist.
func (UnknownError) Is(target error) bool { return target == fs.ErrNotExist }

func unknownName(name string) error {
	if name == "" {
		return UnknownError{text: "the scenario's name is empty; give a built-in scene (skein scenario list lists them) or a .toml file"}
	}
	if near := message.Nearest(name, Names()); near != "" {
		return UnknownError{fmt.Sprintf("unknown scenario %q, did you mean %q?", name, near), near}
	}
	if filepath.Ext(name) != "" {
		return UnknownError{text: name + ": not a scenario; use a .toml file, or a built-in scene (skein scenario list lists them)"}
	}
	return UnknownError{text: fmt.Sprintf("unknown scenario %q; skein scenario list lists the built-in ones, others are .toml files", name)}
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

// BirdPath returns the first model's path relative to the working directory, or the name of a built-in bird:
// "" for the first one.
func (s *Scenario) BirdPath() string {
	if !IsModelFile(s.Bird.File) {
		return s.Bird.File
	}
	return s.PathOf(s.Bird.File)
}

// CameraPath returns the camera file's path relative to the working directory, or "".
func (s *Scenario) CameraPath() string {
	if s.Camera.Path == "" {
		return ""
	}
	return s.PathOf(s.Camera.Path)
}

// PathOf returns the path, relative to the working directory, of a file that the scenario names.
func (s *Scenario) PathOf(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(s.File), filepath.FromSlash(file))
}

// Files returns the paths, relative to the working directory, of the files that the scenario names: models of
// birds, the camera file, and models and height maps of obstacles.
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

// DefaultBase is the base of a file without base and model. It is not the default scene, because old files
// must keep their meaning.
const DefaultBase = "murmuration"

// defaults returns the scene with the values of missing keys.
func defaults() *Scenario {
	s := &Scenario{
		Flock: Flock{Bird: DefaultBird()},
		Look:  look.Default(),
	}
	d, _ := model.Scene(DefaultBase)
	s.adopt(d)
	s.Camera = cameraOf(s.Def())
	return s
}

// cameraOf returns the default camera of a simulation. It looks at a flock in a plane from above.
func cameraOf(d flock.Def) Camera {
	c := look.Default().Camera
	if d.Params.Model().Plane() {
		c.Distance, c.Elevation = 600, 90
		c.Target = Target{Fixed: true, At: mgl32.Vec3{0, d.Start.Altitude, 0}}
	}
	return c
}

// adopt replaces the simulation by d, but keeps camera, light and drawing.
func (s *Scenario) adopt(d flock.Def) {
	s.Seed, s.TickRate, s.WarmUp, s.Flock.Flock, s.Others, s.Events = d.Seed, d.TickRate, d.WarmUp, d.Flock, nil, nil
	s.Surroundings = d.Surroundings.Clone()
	for _, f := range d.Others {
		s.Others = append(s.Others, Flock{f, DefaultBird()})
	}
}
