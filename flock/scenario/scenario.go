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

// Scenario is a scene: the flocks to simulate, and the camera, light and drawing.
type Scenario struct {
	File        string // path of the scenario file; empty: a built-in scene
	Name        string
	Description string
	Credit      string       // authors who published the model or the measurements that the scene shows; may be empty
	Watch       string       // hint for the viewer
	Suggestions []Suggestion // what to try
	Lessons     []Lesson     // steps of the scene's lesson

	Seed     uint64
	TickRate int // ticks per second
	WarmUp   float32

	Flock          // the first flock
	Others []Flock // the other flocks, in order
	Events []Event // scheduled changes

	Surroundings around.Surroundings

	look.Look // camera, light and drawing
}

// Flock is a flock of a scene, and the model of its birds.
type Flock struct {
	flock.Flock
	Bird Bird
}

// Bird is the model, or the models, of the birds.
type Bird struct {
	File          string                       // name of a built-in bird, or path of a glTF file relative to the scenario file; empty: the first built-in bird
	More          [MaxModels - 1]string        // models after the first, named like File; unused entries at the end are empty
	Shares        [MaxModels]int               // relative shares of the birds for File and for each of More; all 0: there is one model
	ModelSettings                              // settings of File
	MoreSettings  [MaxModels - 1]ModelSettings // settings of each of More; zero for unused entries
}

// ModelSettings override the values that skein finds in a model file.
type ModelSettings struct {
	Clip        string  // name or number of the animation; empty: skein chooses it
	Forward, Up string  // one of [Axes]
	From, To    float32 // time range of one wingbeat in the clip, s; both 0: skein finds it
	Open        float32 // time in the clip at which the wings are most open, s; -1: skein finds it
	Span        float32 // wingspan in units of the model; 0: skein measures it
	Beat        string  // one of [Beats]
	Mirror      bool    // whether to complete a model of one half of an animal with its mirror image
}

// DefaultBird returns the first built-in bird, without overridden settings.
func DefaultBird() Bird {
	return Bird{ModelSettings: ModelSettings{Forward: Axes()[0], Up: Axes()[0], Open: -1, Beat: Beats()[0]}}
}

// Axes returns the values of [ModelSettings.Forward] and [ModelSettings.Up]. The first one, "found", lets
// skein find the axis.
func Axes() []string { return []string{"found", "x", "-x", "y", "-y", "z", "-z"} }

// Beats returns the values of [ModelSettings.Beat]: how a model without animation moves. The first one,
// "auto", lets skein choose.
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

// Names returns the names of the built-in scenes. First come the models' own scenes, beginning with the
// default scene, then all other scenes, and last the scenes of [Field].
func Names() []string {
	all := append(model.Scenes(), "evening", "falcon", "wire", "geese", "thermal", "river", "towers")
	return append(all, Field()...)
}

// Field returns the names of the built-in scenes with other researchers' models, which are written as
// formulas.
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

// Text returns the scenario file of a built-in scene.
func Text(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, unknownName(name)
	}
	return builtin.ReadFile(name + ".toml")
}

// Load returns the built-in scene with a name, or reads a .toml file. If there is neither a scene nor a
// file, the error matches fs.ErrNotExist.
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

// isScenarioFile reports whether s is the path of a scenario file rather than the name of a scene.
func isScenarioFile(s string) bool {
	return strings.HasSuffix(s, ".toml") || strings.ContainsRune(filepath.ToSlash(s), '/')
}

// UnknownError is an error about the name of a scene that does not exist. It matches fs.ErrNotExist.
type UnknownError struct {
	text string
	Near string // the built-in scene that the message suggests; empty: none
}

func (e UnknownError) Error() string { return e.text }

// Is makes errors.Is match the error with fs.ErrNotExist.
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

// BirdPath returns the path of the first model of the birds, relative to the working directory, or the name
// of a built-in bird. The first built-in bird has the name "".
func (s *Scenario) BirdPath() string {
	if !IsModelFile(s.Bird.File) {
		return s.Bird.File
	}
	return s.PathOf(s.Bird.File)
}

// CameraPath returns the path of the camera file, relative to the working directory, or "".
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

// Files returns the paths of the files to which the scenario refers, relative to the working directory:
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

// IsModelFile reports whether bird is the path of a model file rather than the name of a built-in bird.
func IsModelFile(bird string) bool { return strings.ContainsAny(bird, `./\`) }

// DefaultBase is the base of a file without base and model. It is not the default scene, because old files
// must keep their meaning.
const DefaultBase = "murmuration"

// defaults returns the scene whose values apply to the keys that a file leaves out.
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

// cameraOf returns the default camera of a simulation, which looks from above at a flock in a plane.
func cameraOf(d flock.Def) Camera {
	c := look.Default().Camera
	if d.Params.Model().Plane() {
		c.Distance, c.Elevation = 600, 90
		c.Target = Target{Fixed: true, At: mgl32.Vec3{0, d.Start.Altitude, 0}}
	}
	return c
}

// adopt replaces the simulation of the scene by d. It keeps the camera, the light and the drawing.
func (s *Scenario) adopt(d flock.Def) {
	s.Seed, s.TickRate, s.WarmUp, s.Flock.Flock, s.Others, s.Events = d.Seed, d.TickRate, d.WarmUp, d.Flock, nil, nil
	s.Surroundings = d.Surroundings.Clone()
	for _, f := range d.Others {
		s.Others = append(s.Others, Flock{f, DefaultBird()})
	}
}
