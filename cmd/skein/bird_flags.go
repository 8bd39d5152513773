package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// BirdFlags choose the birds that a scene is drawn with.
type BirdFlags struct {
	Bird        []string `sep:"none" help:"Draw this bird instead of the scene's, of several flocks the first's or with SPECIES= that species': a built-in one (${birds}) or a glTF model. Once for each flock." placeholder:"[SPECIES=]NAME|FILE.glb"`
	BirdClip    string   `help:"The model's animation that flies, by name or number, where the one found is wrong; where --bird names a species, of that one's." placeholder:"CLIP"`
	BirdForward axisFlag `help:"The axis that the model faces (x, -x, y, -y, z, -z), likewise." placeholder:"AXIS"`
	BirdUp      axisFlag `help:"The axis that its back faces, likewise." placeholder:"AXIS"`
}

// given says whether any of the flags is.
func (f *BirdFlags) given() bool {
	return len(f.Bird) > 0 || f.BirdClip != "" || f.BirdForward != "" || f.BirdUp != ""
}

// apply changes a scenario's birds.
func (f *BirdFlags) apply(sc *scenario.Scenario) error {
	sc.Others = slices.Clone(sc.Others)
	named, first := map[int]bool{}, 0
	for k, flag := range f.Bird {
		number, bird, err := birdFor(sc, flag)
		if err != nil {
			return err
		}
		if named[number] {
			return usagef("--bird %s: the species %s has one already: want one for each", flag, sc.Flocks()[number].Name())
		}
		if named[number] = true; k == 0 {
			first = number
		}
		of := birdIn(sc, number)
		*of = scenario.DefaultBird()
		of.File = wherever(bird)
	}
	return f.set(birdIn(sc, first), "--bird-")
}

// birdIn is what a scenario says about the bird of a flock, counted from 0.
func birdIn(sc *scenario.Scenario, number int) *scenario.Bird {
	if number == 0 {
		return &sc.Bird
	}
	return &sc.Others[number-1].Bird
}

// birdFor is the number of the flock that a --bird is for, from 0, and the bird. What
// stands before a = is a species, unless there is a file of the whole name.
func birdFor(sc *scenario.Scenario, flag string) (number int, bird string, err error) {
	species, bird, named := strings.Cut(flag, "=")
	if _, missing := os.Stat(flag); !named || missing == nil {
		return 0, flag, expect(aBird, flag)
	}
	var names []string
	for k, f := range sc.Flocks() {
		if f.Name() == species {
			if bird == "" {
				return 0, "", usagef("--bird %s: which bird? want %s", flag, described[aBird])
			}
			return k, bird, expect(aBird, bird)
		}
		names = append(names, f.Name())
	}
	return 0, "", usagef("--bird %s: no flock is of the species %q%s: there is %s", flag, species, scenario.DidYouMean(species, names), strings.Join(names, ", "))
}

// set changes what is said about a bird; prefix is that of the flags.
func (f *BirdFlags) set(b *scenario.Bird, prefix string) error {
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
			return usagef("%s%s %s: want %s", prefix, a.flag, a.value, axisNames())
		}
		*a.to = a.value
	}
	return nil
}

// axisFlag is the name of an axis. As one may begin with a hyphen, -z, what follows the
// flag is taken for its value whatever it looks like.
type axisFlag string

// Decode takes the flag's value from the command line.
func (a *axisFlag) Decode(ctx *kong.DecodeContext) error {
	text, ok := ctx.Scan.Pop().Value.(string)
	if !ok {
		return fmt.Errorf("no axis; want %s", axisNames())
	}
	*a = axisFlag(text)
	return nil
}

// axisNames lists the names of the axes.
func axisNames() string { return strings.Join(scenario.Axes()[1:], ", ") }

// wherever is a bird's name, or its file's path as it holds from any folder.
func wherever(bird string) string {
	if scenario.IsModelFile(bird) {
		return absolute(bird)
	}
	return bird
}

// unlessStopped does something that takes long and cannot be stopped, and leaves it
// when ctx is done, or does not begin it.
func unlessStopped[T any](ctx context.Context, do func() (T, error)) (none T, err error) {
	if err := ctx.Err(); err != nil {
		return none, err
	}
	return meanwhile(ctx, do)()
}

// meanwhile begins something that takes long and cannot be stopped, and returns
// what waits for it, and leaves it when ctx is done.
func meanwhile[T any](ctx context.Context, do func() (T, error)) func() (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		v, err := do()
		done <- result{v, err}
	}()
	return func() (T, error) {
		select {
		case r := <-done:
			return r.value, r.err
		case <-ctx.Done():
			var none T
			return none, ctx.Err()
		}
	}
}

// awaited are birds that are being baked, one for each flock.
type awaited = func() ([]*models.Baked, error)

// baking begins to bake the beats of the birds of a scene's flocks, or of a recording
// that is seen as it says, once their models were read.
func baking(ctx context.Context, g *Globals, rec *recording.Reader, sc *scenario.Scenario) (awaited, error) {
	all, err := unlessStopped(ctx, func() ([]*models.Model, error) { return modelsOf(rec, sc) })
	if err != nil {
		return nil, err
	}
	return meanwhile(ctx, func() ([]*models.Baked, error) { return bakeAll(g, sc, all) }), nil
}

// modelsOf are the birds of the flocks.
func modelsOf(rec *recording.Reader, sc *scenario.Scenario) (all []*models.Model, err error) {
	for k, f := range sc.Flocks() {
		m, err := modelOf(rec, withFlock(sc, k), k)
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

// bakeAll bakes the beats of models that were read, one for each flock.
func bakeAll(g *Globals, sc *scenario.Scenario, all []*models.Model) (baked []*models.Baked, err error) {
	for k, m := range all {
		b, err := bakeOf(g, withFlock(sc, k), m)
		if err != nil {
			return nil, err
		}
		baked = append(baked, b)
	}
	return baked, nil
}

// bakedBirds are the beats of the birds of a scene's flocks, or of a recording that is
// seen as it says; rec may be nil. It says to g how far it is, unless that is nil.
func bakedBirds(g *Globals, rec *recording.Reader, sc *scenario.Scenario) ([]*models.Baked, error) {
	all, err := modelsOf(rec, sc)
	if err != nil {
		return nil, err
	}
	return bakeAll(g, sc, all)
}

// bakedBirdOf is that of the bird of a flock, which sc has as its first.
func bakedBirdOf(g *Globals, rec *recording.Reader, sc *scenario.Scenario, number int) (*models.Baked, error) {
	m, err := modelOf(rec, sc, number)
	if err != nil {
		return nil, err
	}
	return bakeOf(g, sc, m)
}

// bakeOf bakes the beat of a scene's first flock's bird.
func bakeOf(g *Globals, sc *scenario.Scenario, m *models.Model) (*models.Baked, error) {
	o := bakeOptions(&sc.Bird)
	o.Stances = true
	return bakedOnce(m, sc.Bird, func() (*models.Baked, error) { return bake(g, sc.BirdPath(), m, o) })
}

// bakeOptions are what a scenario says about its bird's model.
func bakeOptions(b *scenario.Bird) models.BakeOptions {
	o := models.BakeOptions{
		Clip: b.Clip, Forward: axis(b.Forward), Up: axis(b.Up),
		From: float64(b.From), To: float64(b.To), Span: b.Span,
	}
	if b.Open >= 0 {
		open := float64(b.Open)
		o.Open = &open
	}
	return o
}

// axis is the direction of that name; none for one that is to be found.
func axis(name string) (out mgl32.Vec3) {
	rest, back := strings.CutPrefix(name, "-")
	if k := strings.Index("xyz", rest); k >= 0 && len(rest) == 1 {
		out[k] = 1
		if back {
			out[k] = -1
		}
	}
	return out
}

// axisName is the name of an axis, or the numbers of another direction.
func axisName(v mgl32.Vec3) string {
	for k, name := range "xyz" {
		for _, sign := range []float32{1, -1} {
			var a mgl32.Vec3
			a[k] = sign
			if v.ApproxEqualThreshold(a, 1e-4) {
				return map[float32]string{1: "", -1: "-"}[sign] + string(name)
			}
		}
	}
	return fmt.Sprintf("%.3g, %.3g, %.3g", v[0], v[1], v[2])
}

// loadBird reads a model file, or a built-in bird.
func loadBird(path string) (*models.Model, error) {
	if !scenario.IsModelFile(path) {
		m, err := builtinBird(path)
		if err != nil {
			return nil, fmt.Errorf("%w%s", err, scenario.DidYouMean(path, models.Builtins()))
		}
		return m, nil
	}
	return models.Load(path)
}
