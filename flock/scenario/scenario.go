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
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/model"
)

// Scenario is a scene: flocks to simulate and a way to look at them.
type Scenario struct {
	File        string // where it was read from; empty for a built-in scene
	Name        string
	Description string

	Seed     uint64
	TickRate int // ticks a second
	WarmUp   float32

	Flock          // the first
	Others []Flock // those of other species, in order
	Events []Event // what happens at its time

	Surroundings flock.Surroundings

	look.Look // how it is looked at
}

// Flock is a flock of a scene, and what its birds are drawn with.
type Flock struct {
	flock.Flock
	Bird Bird
}

// Bird is the model that a scene's birds are drawn with, and what is to be known
// about it where what is found in it is wrong.
type Bird struct {
	File        string  // a built-in bird, or a glTF file relative to the scenario file; empty: the first built-in one
	Clip        string  // name or number; empty: found
	Forward, Up string  // of [Axes]
	From, To    float32 // the part of the clip that is one beat, s; both 0: found
	Open        float32 // when the wings are most open, s of the clip; -1: found
	Span        float32 // wingspan in the model's units; 0: measured
}

// DefaultBird returns the first built-in bird, and a model of which all is found.
func DefaultBird() Bird { return Bird{Forward: Axes()[0], Up: Axes()[0], Open: -1} }

// Axes returns the directions that a bird's model can be said to face; the first
// leaves it to be found.
func Axes() []string { return []string{"found", "x", "-x", "y", "-y", "z", "-z"} }

// How a scene is looked at, by the table of package look.
type (
	Camera = look.Camera
	Target = look.Target
	Light  = look.Light
	Show   = look.Show
)

//go:embed *.toml
var builtin embed.FS

// maxBytes bounds the size of a scenario file.
const maxBytes = 256 << 10

// Names lists the built-in scenes, the default first.
func Names() []string { return model.Scenes() }

// Default returns the scene that is opened where none is named.
func Default() string { return Names()[0] }

// Builtin returns the built-in scene of that name.
func Builtin(name string) (*Scenario, error) {
	text, err := Text(name)
	if err != nil {
		return nil, err
	}
	s, err := parse(name+".toml", text, true)
	if err != nil {
		return nil, err
	}
	s.File = ""
	return s, nil
}

// Text returns a built-in scene's file, as a person would write it.
func Text(name string) ([]byte, error) {
	if !slices.Contains(Names(), name) {
		return nil, unknownName(name)
	}
	return builtin.ReadFile(name + ".toml")
}

// Load returns the built-in scene of that name, or reads a .toml file. The error about a name
// that nothing has is fs.ErrNotExist.
func Load(nameOrPath string) (*Scenario, error) {
	if slices.Contains(Names(), nameOrPath) {
		return Builtin(nameOrPath)
	}
	if !looksLikeFile(nameOrPath) {
		return nil, unknownName(nameOrPath)
	}
	data, err := ReadFile(nameOrPath)
	if err != nil {
		return nil, fmt.Errorf("scenario: %w", err)
	}
	return Parse(nameOrPath, data)
}

// ReadFile returns the text of a scenario file, which may have faults.
func ReadFile(path string) ([]byte, error) { return files.Read(path, maxBytes) }

// looksLikeFile tells the path of a scenario file from a scene's name.
func looksLikeFile(s string) bool {
	return strings.HasSuffix(s, ".toml") || strings.ContainsRune(filepath.ToSlash(s), '/')
}

// unknownError is an error about a name that nothing has, which is fs.ErrNotExist.
type unknownError string

func unknownf(format string, args ...any) error { return unknownError(fmt.Sprintf(format, args...)) }

func (e unknownError) Error() string { return string(e) }

// Is reports whether target is fs.ErrNotExist.
func (unknownError) Is(target error) bool { return target == fs.ErrNotExist }

func unknownName(name string) error {
	if name == "" {
		return unknownError("the scenario has no name: want a built-in one (skein scenario list) or a .toml file")
	}
	if hint := DidYouMean(name, Names()); hint != "" {
		return unknownf("unknown scenario %q%s", name, hint)
	}
	return unknownf("unknown scenario %q: skein scenario list names the built-in ones, others are .toml files", name)
}

// Def returns what the scenario simulates.
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

// BirdPath returns the bird's file as seen from the working directory, or the name of
// a built-in one, empty for the first of those.
func (s *Scenario) BirdPath() string {
	if !IsModelFile(s.Bird.File) || filepath.IsAbs(s.Bird.File) {
		return s.Bird.File
	}
	return filepath.Join(filepath.Dir(s.File), filepath.FromSlash(s.Bird.File))
}

// CameraPath returns the camera file as seen from the working directory; empty for
// none.
func (s *Scenario) CameraPath() string {
	if s.Camera.Path == "" || filepath.IsAbs(s.Camera.Path) {
		return s.Camera.Path
	}
	return filepath.Join(filepath.Dir(s.File), filepath.FromSlash(s.Camera.Path))
}

// IsModelFile tells the path of a model from a built-in bird's name.
func IsModelFile(bird string) bool { return strings.ContainsAny(bird, `./\`) }

// Silent is the scene whose simulation holds where a file names neither base nor model. It
// is not the default one: files are to stay what they are.
const Silent = "murmuration"

// defaults returns what holds where a file is silent.
func defaults() *Scenario {
	s := &Scenario{
		Flock: Flock{Bird: DefaultBird()},
		Look:  look.Default(),
	}
	d, _ := model.Scene(Silent)
	s.adopt(d)
	s.Camera = cameraOf(s.Def())
	return s
}

// cameraOf returns where a flock is seen from where a file is silent: in the plane from
// above.
func cameraOf(d flock.Def) Camera {
	c := look.Default().Camera
	if d.Params.Model().Plane() {
		c.Distance, c.Elevation = 600, 90
		c.Target = Target{Fixed: true, At: mgl32.Vec3{0, d.Start.Altitude, 0}}
	}
	return c
}

// adopt takes over what is simulated.
func (s *Scenario) adopt(d flock.Def) {
	s.Seed, s.TickRate, s.WarmUp, s.Flock.Flock, s.Others, s.Events = d.Seed, d.TickRate, d.WarmUp, d.Flock, nil, nil
	s.Surroundings = d.Surroundings.Clone()
	for _, f := range d.Others {
		s.Others = append(s.Others, Flock{f, DefaultBird()})
	}
}
