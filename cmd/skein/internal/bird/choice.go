package bird

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/await"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock/files"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
	"skein/models/gltf"
	"skein/models/rig"
)

// Choice contains the flags that choose the birds of a scene.
type Choice struct {
	Bird        []string `sep:"none" help:"Draw this bird instead of the scene's bird: a built-in bird (${birds}) or a glTF model. In a scene with several flocks, SPECIES= names the flock (default: the first). May be repeated." placeholder:"[SPECIES=]NAME|FILE.glb"`
	BirdClip    string   `help:"The flying animation of the model of --bird, by name or number (default: detected)." placeholder:"CLIP"`
	BirdForward Axis     `help:"The axis that the model of --bird faces: x, -x, y, -y, z or -z (default: detected)." placeholder:"AXIS"`
	BirdUp      Axis     `help:"The axis that the back of the model of --bird faces (default: detected)." placeholder:"AXIS"`
	BirdBeat    string   `help:"The motion of the model of --bird if it has no animation: auto, none, bird, insect or fish (default: auto)." placeholder:"MOTION"`
}

// Given reports whether any of the flags was given.
func (f *Choice) Given() bool {
	return len(f.Bird) > 0 || f.BirdClip != "" || f.BirdForward != "" || f.BirdUp != "" || f.BirdBeat != ""
}

// Apply applies the flags to the birds of a scenario.
func (f *Choice) Apply(sc *scenario.Scenario) error {
	sc.Others = slices.Clone(sc.Others)
	named, first := map[int]bool{}, 0
	for k, flag := range f.Bird {
		number, bird, err := birdFor(sc, flag)
		if err != nil {
			return err
		}
		if named[number] {
			return usage.Errorf("--bird %s: the species %s already has a --bird; give one per species", flag, sc.Flocks()[number].Name())
		}
		if named[number] = true; k == 0 {
			first = number
		}
		own := birdIn(sc, number)
		*own = scenario.DefaultBird()
		own.File = Path(bird)
	}
	return f.Set(birdIn(sc, first), "--bird-")
}

func birdIn(sc *scenario.Scenario, number int) *scenario.Bird {
	if number == 0 {
		return &sc.Bird
	}
	return &sc.Others[number-1].Bird
}

// birdFor splits the value of a --bird flag into the number of a flock, from 0, and a bird. The text before
// the first = is a species, unless the whole value is the name of a file.
func birdFor(sc *scenario.Scenario, flag string) (number int, bird string, err error) {
	species, bird, named := strings.Cut(flag, "=")
	if _, missing := os.Stat(flag); !named || missing == nil {
		return 0, flag, kinds.Expect(kinds.Bird, flag)
	}
	def := sc.Def()
	names := def.Labels()
	for k, f := range sc.Flocks() {
		if f.Name() == species || names[k] == species {
			if bird == "" {
				return 0, "", usage.Errorf("--bird %s: missing the bird after =; give %s", flag, kinds.Describe(kinds.Bird))
			}
			return k, bird, kinds.Expect(kinds.Bird, bird)
		}
	}
	return 0, "", usage.Errorf("--bird %s: unknown species %q%s; the scene has %s", flag, species, scenario.DidYouMean(species, names), strings.Join(names, ", "))
}

// Set applies the flags about the clip, the axes and the motion to a bird. In error messages, the names of
// the flags begin with prefix.
func (f *Choice) Set(b *scenario.Bird, prefix string) error {
	if f.BirdClip != "" {
		b.Clip = f.BirdClip
	}
	for _, a := range []struct {
		flag, value string
		to          *string
	}{{"forward", string(f.BirdForward), &b.Forward}, {"up", string(f.BirdUp), &b.Up}} {
		if a.value == "" {
			continue
		}
		if !slices.Contains(scenario.Axes(), a.value) {
			return usage.Errorf("%s%s %s: must be one of %s", prefix, a.flag, a.value, axisNames())
		}
		*a.to = a.value
	}
	if f.BirdBeat != "" {
		if !slices.Contains(scenario.Beats(), f.BirdBeat) {
			return usage.Errorf("%sbeat %s: must be one of %s", prefix, f.BirdBeat, strings.Join(scenario.Beats(), ", "))
		}
		b.Beat = f.BirdBeat
	}
	return nil
}

// Axis is the name of an axis. It may begin with a hyphen, such as -z, so the word after the flag is always
// parsed as the flag's value.
type Axis string

// Decode reads the value of the flag.
func (a *Axis) Decode(ctx *kong.DecodeContext) error {
	text, ok := ctx.Scan.Pop().Value.(string)
	if !ok {
		return fmt.Errorf("missing the axis; must be one of %s", axisNames())
	}
	*a = Axis(text)
	return nil
}

func axisNames() string { return strings.Join(scenario.Axes()[1:], ", ") }

// Path returns the name of a built-in bird unchanged. For a model file it returns the absolute path.
func Path(bird string) string {
	if scenario.IsModelFile(bird) {
		return files.Absolute(bird)
	}
	return bird
}

// BirdsFunc waits until birds are baked, and returns one bird per flock.
type BirdsFunc = func() ([]*models.Baked, error)

// Baking reads the models of a scene's birds and starts to bake them in the background. rec is the
// recording of the scene, or nil. If g is not nil, the progress and the warnings about the birds' files
// appear on it.
func Baking(ctx context.Context, g *console.Console, rec *recording.Reader, sc *scenario.Scenario) (BirdsFunc, error) {
	all, err := await.Do(ctx, func() ([]*gltf.Model, error) { return modelsOf(rec, sc) })
	if err != nil {
		return nil, err
	}
	return await.Start(ctx, func() ([]*models.Baked, error) { return bakeAll(g, sc, all) }), nil
}

func modelsOf(rec *recording.Reader, sc *scenario.Scenario) (all []*gltf.Model, err error) {
	for k, f := range sc.Flocks() {
		m, err := modelOf(rec, scenario.WithFlock(sc, k), k)
		switch {
		case err != nil && len(sc.Others) > 0:
			return nil, fmt.Errorf("species %s: %w", f.Name(), err)
		case err != nil:
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// bakeAll bakes one model for each flock. It prints the warnings about their files on g.
func bakeAll(g *console.Console, sc *scenario.Scenario, all []*gltf.Model) (baked []*models.Baked, err error) {
	for k, m := range all {
		b, err := bakeOf(g, scenario.WithFlock(sc, k), m)
		if err != nil {
			return nil, err
		}
		baked = append(baked, b)
	}
	Warn(g, baked)
	return baked, nil
}

// Baked returns the baked birds of a scene, one for each flock. rec is the recording of the scene, or nil.
// If g is not nil, Baked shows the progress and the warnings about the birds' files on it.
func Baked(g *console.Console, rec *recording.Reader, sc *scenario.Scenario) ([]*models.Baked, error) {
	all, err := modelsOf(rec, sc)
	if err != nil {
		return nil, err
	}
	return bakeAll(g, sc, all)
}

// BakedOf returns the baked bird of a flock in the recording rec. number is the number of the flock in rec,
// from 0. The scene sc contains this flock as its first one.
func BakedOf(g *console.Console, rec *recording.Reader, sc *scenario.Scenario, number int) (*models.Baked, error) {
	m, err := modelOf(rec, sc, number)
	if err != nil {
		return nil, err
	}
	return bakeOf(g, sc, m)
}

func bakeOf(g *console.Console, sc *scenario.Scenario, m *gltf.Model) (*models.Baked, error) {
	o := BakeOptions(&sc.Bird)
	o.Stances = true
	return bakedOnce(m, sc.Bird, func() (*models.Baked, error) { return Bake(g, sc.BirdPath(), m, o) })
}

// BakeOptions returns the options for baking a scenario's bird.
func BakeOptions(b *scenario.Bird) models.BakeOptions {
	o := models.BakeOptions{
		Clip: b.Clip, Forward: axis(b.Forward), Up: axis(b.Up),
		Start: float64(b.From), End: float64(b.To), Span: b.Span, Mirror: b.Mirror, Rig: rig.Kind(b.Beat),
	}
	if b.Open >= 0 {
		open := float64(b.Open)
		o.OpenTime = &open
	}
	return o
}

// axis returns the direction of a named axis. It returns zero if skein should detect the axis.
func axis(name string) (out mgl32.Vec3) {
	rest, negative := strings.CutPrefix(name, "-")
	if k := strings.Index("xyz", rest); k >= 0 && len(rest) == 1 {
		out[k] = 1
		if negative {
			out[k] = -1
		}
	}
	return out
}

// Load reads a model file or a built-in bird.
func Load(path string) (*gltf.Model, error) {
	if !scenario.IsModelFile(path) {
		m, err := builtinBird(path)
		if err != nil {
			return nil, fmt.Errorf("%w%s", err, scenario.DidYouMean(path, models.Builtins()))
		}
		return m, nil
	}
	return gltf.Load(path)
}
