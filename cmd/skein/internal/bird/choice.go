package bird

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/await"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock/files"
	"skein/flock/message"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
	"skein/models/gltf"
	"skein/models/rig"
)

// Choice contains the flags that choose the birds of a scene.
type Choice struct {
	Bird        []string `sep:"none" help:"Draw this bird instead of the scene's bird: a built-in bird (${birds}) or a glTF model. SPECIES= names the flock (default: the first flock). Repeat the flag to give a flock several models." placeholder:"[SPECIES=]NAME|FILE.glb"`
	BirdShares  []string `sep:"none" help:"With several --bird for a flock: how many birds have each model, as a ratio such as 3,1 (default: equal shares)." placeholder:"[SPECIES=]N,N"`
	BirdClip    string   `help:"The flying animation of the --bird model: its name, or its index from 0 (default: detected). For several models, give a list such as fly,glide. The flags for axes and motion take lists, too." placeholder:"CLIP"`
	BirdForward Axis     `help:"The axis that the --bird model faces: x, -x, y, -y, z or -z (default: detected)." placeholder:"AXIS"`
	BirdUp      Axis     `help:"The axis that points up, out of the back of the --bird model (default: detected)." placeholder:"AXIS"`
	BirdMirror  bool     `help:"The --bird model is one half of an animal. Its mirror image completes it."`
	BirdBeat    string   `help:"The motion of the --bird model if it has no animation: auto, none, bird, insect or fish (default: auto)." placeholder:"MOTION"`
}

// Given reports whether any of the flags was given.
func (f *Choice) Given() bool {
	return len(f.Bird) > 0 || f.BirdClip != "" || f.BirdForward != "" || f.BirdUp != "" || f.BirdBeat != "" || f.BirdMirror || len(f.BirdShares) > 0
}

// Apply applies the flags to the birds of a scenario.
func (f *Choice) Apply(sc *scenario.Scenario) error {
	sc.Others = slices.Clone(sc.Others)
	named, first := map[int][]string{}, 0
	for k, flag := range f.Bird {
		flockIndex, bird, err := birdFor(sc, flag)
		if err != nil {
			return err
		}
		if named[flockIndex] = append(named[flockIndex], Path(bird)); k == 0 {
			first = flockIndex
		}
		own := birdIn(sc, flockIndex)
		*own = scenario.DefaultBird()
		if len(named[flockIndex]) > scenario.MaxModels {
			return usage.Errorf("--bird %s: the species %s has more than %d models", flag, sc.Flocks()[flockIndex].Name(), scenario.MaxModels)
		}
		own.SetFiles(named[flockIndex])
	}
	for _, flag := range f.BirdShares {
		if err := setShares(sc, first, flag); err != nil {
			return err
		}
	}
	return f.Set(birdIn(sc, first), "--bird-")
}

// setShares applies a --bird-shares flag, such as "3,1" or "hawk=3,1". Without a species, it applies to the
// flock at flockIndex.
func setShares(sc *scenario.Scenario, flockIndex int, flag string) error {
	species, list, named := strings.Cut(flag, "=")
	if !named {
		list = flag
	} else {
		var err error
		if flockIndex, err = flockNamed(sc, "--bird-shares "+flag, species); err != nil {
			return err
		}
	}
	var all []int
	for _, text := range strings.Split(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 || n > scenario.MaxShare {
			return usage.Errorf("--bird-shares %s: must be whole numbers from 1 to %d, such as 3,1", flag, scenario.MaxShare)
		}
		all = append(all, n)
	}
	own := birdIn(sc, flockIndex)
	if n := len(own.Files()); len(all) != n {
		return usage.Errorf("--bird-shares %s: must have a number for each model; the flock has %s, and each --bird adds a model", flag, words.Count(n, "model", "models"))
	}
	own.SetShares(all)
	return nil
}

func birdIn(sc *scenario.Scenario, flockIndex int) *scenario.Bird {
	if flockIndex == 0 {
		return &sc.Bird
	}
	return &sc.Others[flockIndex-1].Bird
}

// birdFor splits a --bird flag into a flock and a bird. The text before the first = is a species, unless the
// whole value is a file.
func birdFor(sc *scenario.Scenario, flag string) (flockIndex int, bird string, err error) {
	species, bird, named := strings.Cut(flag, "=")
	if _, missing := os.Stat(flag); !named || missing == nil {
		return 0, flag, kinds.Expect(kinds.Bird, flag)
	}
	if flockIndex, err = flockNamed(sc, "--bird "+flag, species); err != nil {
		return 0, "", err
	}
	if bird == "" {
		return 0, "", usage.Errorf("--bird %s: the bird after the equals sign is missing; use %s", flag, kinds.Describe(kinds.Bird))
	}
	return flockIndex, bird, kinds.Expect(kinds.Bird, bird)
}

func flockNamed(sc *scenario.Scenario, flag, species string) (int, error) {
	def := sc.Def()
	names := def.Labels()
	for k, f := range sc.Flocks() {
		if f.Name() == species || names[k] == species {
			return k, nil
		}
	}
	return 0, usage.Errorf("%s: unknown species %q%s; the scene has %s", flag, species, message.DidYouMean(species, names), strings.Join(names, ", "))
}

// Set applies the flags for the clip, the axes, the mirror image and the motion to all models of a bird.
// prefix begins the flags' names in errors.
func (f *Choice) Set(b *scenario.Bird, prefix string) error {
	for _, s := range []struct {
		flag, value string
		allowed     []string // nil means all
		names       string
		setting     func(*scenario.ModelSettings) *string
	}{
		{"clip", f.BirdClip, nil, "", func(m *scenario.ModelSettings) *string { return &m.Clip }},
		{"forward", string(f.BirdForward), scenario.Axes(), axisNames(), func(m *scenario.ModelSettings) *string { return &m.Forward }},
		{"up", string(f.BirdUp), scenario.Axes(), axisNames(), func(m *scenario.ModelSettings) *string { return &m.Up }},
		{"beat", f.BirdBeat, scenario.Beats(), strings.Join(scenario.Beats(), ", "), func(m *scenario.ModelSettings) *string { return &m.Beat }},
	} {
		if s.value == "" {
			continue
		}
		values, err := perModel(s.value, len(b.Files()))
		if err != nil {
			return usage.Errorf("%s%s %s: %w", prefix, s.flag, s.value, err)
		}
		for k, v := range values {
			if s.allowed != nil && !slices.Contains(s.allowed, v) {
				return usage.Errorf("%s%s %s: must be one of %s", prefix, s.flag, v, s.names)
			}
			*s.setting(b.Settings(k)) = v
		}
	}
	for k := range b.Files() {
		own := b.Settings(k)
		own.Mirror = own.Mirror || f.BirdMirror
	}
	return nil
}

// perModel returns a flag's value for each of n models: the same for all, or the parts between commas. The
// value for a single model may contain commas.
func perModel(value string, n int) ([]string, error) {
	list := strings.Split(value, ",")
	switch {
	case n == 1 || len(list) == 1:
		return slices.Repeat([]string{value}, n), nil
	case len(list) != n:
		return nil, fmt.Errorf("give one value for all models, or %d comma-separated values, one for each model", n)
	}
	return list, nil
}

// Axis is the name of an axis. The word after the flag is its value, even if the word begins with a hyphen,
// such as -z.
type Axis string

func (a *Axis) Decode(ctx *kong.DecodeContext) error {
	text, ok := ctx.Scan.Pop().Value.(string)
	if !ok {
		return fmt.Errorf("missing axis; use one of %s", axisNames())
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

// Paths returns the models of a scene's first flock, in the form that Path returns.
func Paths(sc *scenario.Scenario) (all []string) {
	for m := range sc.Bird.Files() {
		all = append(all, Path(scenario.WithModel(sc, m).BirdPath()))
	}
	return all
}

// BirdsFunc waits until birds are baked, and returns the models of each flock.
type BirdsFunc = func() ([]models.Mix, error)

// Baking reads the models of a scene's birds and bakes them in the background. rec is the scene's recording
// or nil. g shows progress and warnings; it may be nil.
func Baking(ctx context.Context, g *console.Console, rec *recording.Reader, sc *scenario.Scenario) (BirdsFunc, error) {
	all, err := await.Do(ctx, func() ([][]*gltf.Model, error) { return modelsOf(rec, sc) })
	if err != nil {
		return nil, err
	}
	return await.Start(ctx, func() ([]models.Mix, error) { return bakeAll(g, sc, all) }), nil
}

func modelsOf(rec *recording.Reader, sc *scenario.Scenario) (all [][]*gltf.Model, err error) {
	for k, f := range sc.Flocks() {
		own, err := flockModels(rec, scenario.WithFlock(sc, k), k)
		switch {
		case err != nil && len(sc.Others) > 0 && !scenario.HasLine(err):
			return nil, fmt.Errorf("species %s: %w", f.Name(), err)
		case err != nil:
			return nil, err
		}
		all = append(all, own)
	}
	return all, nil
}

func flockModels(rec *recording.Reader, sc *scenario.Scenario, flockIndex int) (all []*gltf.Model, err error) {
	for m := range sc.Bird.Files() {
		one := scenario.WithModel(sc, m)
		model, err := modelOf(rec, one, flockIndex)
		if err != nil {
			return nil, sc.LocateBird(one.Bird.File, err)
		}
		all = append(all, model)
	}
	return all, nil
}

func bakeAll(g *console.Console, sc *scenario.Scenario, all [][]*gltf.Model) (mixes []models.Mix, err error) {
	for k, own := range all {
		mix, err := bakeMix(g, scenario.WithFlock(sc, k), own)
		if err != nil {
			return nil, err
		}
		mixes = append(mixes, mix)
	}
	Warn(g, mixes)
	return mixes, nil
}

func bakeMix(g *console.Console, sc *scenario.Scenario, all []*gltf.Model) (mix models.Mix, err error) {
	for m, model := range all {
		b, err := bakeOf(g, scenario.WithModel(sc, m), model)
		if err != nil {
			return mix, err
		}
		mix.Birds = append(mix.Birds, b)
	}
	mix.Shares = sc.Bird.AllShares()
	return mix, nil
}

// Baked returns the baked models of each flock of a scene. rec is the scene's recording or nil. g shows
// progress and warnings; it may be nil.
func Baked(g *console.Console, rec *recording.Reader, sc *scenario.Scenario) ([]models.Mix, error) {
	all, err := modelsOf(rec, sc)
	if err != nil {
		return nil, err
	}
	return bakeAll(g, sc, all)
}

// BakedOf returns the baked models of the flock at flockIndex in rec, which is the first flock in sc.
func BakedOf(g *console.Console, rec *recording.Reader, sc *scenario.Scenario, flockIndex int) (models.Mix, error) {
	all, err := flockModels(rec, sc, flockIndex)
	if err != nil {
		return models.Mix{}, err
	}
	return bakeMix(g, sc, all)
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
			return nil, fmt.Errorf("%w%s", err, message.DidYouMean(path, models.Builtins()))
		}
		return m, nil
	}
	return gltf.Load(path)
}
