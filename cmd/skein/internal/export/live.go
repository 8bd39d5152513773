package export

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/stage"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/engine/camera"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/web"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// liveSize is the picture for which a live page's first view is computed, in pixels.
var liveSize = image.Point{X: 1600, Y: 900}

func (c *Options) runLive(ctx context.Context, g *console.Console) error {
	path, err := c.livePath()
	if err != nil {
		return err
	}
	defer g.SayFolder(path)()
	sc, notes, err := c.liveScene()
	if err != nil {
		return err
	}
	if err := cmp.Or(c.Choice.Apply(sc), checkLive(sc)); err != nil {
		return err
	}
	w, err := input.WarmWorld(ctx, sc.Def())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return sc.LocateError(err)
	}
	page := web.Lesson{Notes: notes, Scene: sc, Start: w.Checkpoint(), Aspect: float32(liveSize.X) / float32(liveSize.Y), Version: build.Version}
	if page.View, err = openingView(w, sc); err != nil {
		return err
	}
	if page.Birds, err = bird.Baked(g, nil, sc); err != nil {
		return err
	}
	page.Birds = web.BirdsOf(sc.Show.Style, page.Birds)
	if err := whole.Stream(path, c.Force, page.Write); err != nil {
		return exportError(err)
	}
	return c.summarizeLive(g, path, sc, notes)
}

// liveScene returns the scene of the page. Without --count, it reduces a large first flock to what browsers
// can simulate in real time. notes list the changes.
func (c *Options) liveScene() (sc *scenario.Scenario, notes []string, err error) {
	flags := input.Simulation{Seed: c.Seed, Count: c.Count}
	if sc, err = flags.Load(c.Recording); err != nil {
		return nil, nil, err
	}
	own, err := input.LoadScenario(c.Recording)
	if err != nil {
		return nil, nil, err
	}
	count := own.Params.Count()
	if c.Count == nil && count > web.UsualBirds {
		if err := sc.Params.Set("count", web.UsualBirds); err != nil {
			return nil, nil, err
		}
	}
	if n := input.BoidsOf(sc); n > web.MostBirds {
		return nil, nil, usage.Errorf("this scene has %[3]d birds; a live page can have at most %[1]d birds (a browser simulates about %[2]d in real time); use --count, or record the scene and export the recording", web.MostBirds, web.UsualBirds, n)
	}
	n := sc.Params.Count()
	if n != count {
		notes = append(notes, fmt.Sprintf("The first flock has %d birds instead of the scene's %d.", n, count))
	}
	if sc.Camera.Boid >= count {
		sc.Camera.Boid += n - count // boids of later flocks have smaller ids, because the first flock is smaller now
	} else if sc.Camera.Boid >= n {
		sc.Camera.Boid = -1
	}
	return sc, notes, nil
}

func (c *Options) livePath() (string, error) {
	if c.Folder == "" && len(c.Output) == 0 {
		return "", usage.Errorf("no output file; use -o FILE.html")
	}
	if kinds.IsRecording(c.Recording) {
		return "", usage.Errorf("%s is a recording; leave out --live to make a page of the recording, or give a scenario", c.Recording)
	}
	if err := c.resolveOutput(); err != nil {
		return "", err
	}
	path := c.Output[0]
	switch {
	case len(c.Output) > 1:
		return "", usage.Errorf("--live writes one file, but --output is given %d times", len(c.Output))
	case !strings.EqualFold(filepath.Ext(path), ".html"):
		return "", usage.Errorf("--output %s: a live flock needs a name that ends in .html", path)
	}
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"--to", c.To != ""}, {"--frames", c.Frames != ""}, {"--boids", c.Boids != ""}, {"--fps", c.FPS != usage.Rate{}},
		{"--up", c.Up != "y"}, {"--unit", c.Unit != "m"}, {"--poses", c.Poses != 0}, {"--wing-blur", c.WingBlur}, {"--camera", c.Camera != ""}, {"--boid", c.Boid != ""},
	} {
		if f.given {
			return "", usage.Errorf("%s cannot be used with --live, because the page simulates the flock", f.name)
		}
	}
	return path, nil
}

func checkLive(sc *scenario.Scenario) error {
	for k := range sc.Surroundings.Obstacles {
		if o := &sc.Surroundings.Obstacles[k]; o.NeedsFile() {
			return sc.ErrorAt("obstacle", k, "file", fmt.Errorf("--live cannot put a %s from a file into a web page; use the shapes sphere, box or cylinder", o.Shape))
		}
	}
	for _, f := range sc.Flocks() {
		if m := f.Params.Model(); !model.IsBuiltIn(m) {
			return fmt.Errorf("--live: the web page cannot simulate the model %s, because only this program contains it", m.Name())
		}
	}
	return nil
}

func (c *Options) summarizeLive(g *console.Console, path string, sc *scenario.Scenario, notes []string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	boids := input.BoidsOf(sc)
	g.Say("%s: a live flock of %s, %.3g MB; open it in a browser", path, words.Count(boids, "bird", "birds"), float64(info.Size())/1e6)
	for _, note := range notes {
		g.Say("%s", note)
	}
	if boids > web.UsualBirds+web.UsualBirds/2 {
		g.Say("The page may be slow with so many birds. Use --count %d for a faster page.", web.UsualBirds)
	}
	if !g.JSON {
		return nil
	}
	return g.Document(struct {
		File   string `json:"file"`
		Format string `json:"format"`
		Boids  int    `json:"boids"`
		Bytes  int64  `json:"bytes"`
	}{path, "html", boids, info.Size()})
}

type opening [2]flock.Snapshot

func (o *opening) Frames() int { return len(o) }

func (o *opening) Frame(i int, dst *flock.Snapshot) error {
	*dst = o[i]
	return nil
}

// openingView returns the camera with which a scene begins. If it follows a bird or moves, it returns a view
// of the whole flock. It advances the world by one tick.
func openingView(w *flock.World, sc *scenario.Scenario) (web.View, error) {
	var first opening
	w.Snapshot(&first[0])
	w.StepMany(1, &first[1])
	view := *sc
	if m := view.Camera.Mode; m != look.Orbit && m != look.Fly {
		view.Camera.Mode = look.Auto
	}
	rig := camera.NewRig()
	stage.Place(&rig, &view)
	shot := film.Film{
		Reel: &first, FPS: float64(sc.TickRate), Light: frame.NewLight(sc.Light), Rig: rig, Selected: -1,
		Params: func(_, flockIndex int) (flock.Params, error) { return w.ParamsOf(flockIndex), nil },
	}
	picture, err := shot.At(0, liveSize)
	if err != nil {
		return web.View{}, err
	}
	v := picture.View
	return web.ViewOf(v.Eye, v.Rotation, v.FovY, -1), nil
}
