package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"skein/cmd/skein/internal/await"
	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock/export"
	"skein/flock/message"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// Options contains the flags of skein export.
type Options struct {
	Recording  string           `arg:"" help:"The recording, an .mcap file; with --live, a built-in scene or a .toml file."`
	Folder     string           `arg:"" optional:"" help:"The folder to write, instead of --output." placeholder:"DIR"`
	Output     []string         `short:"o" sep:"none" help:"The file to write. You can repeat the flag. The extension selects the format: .usdc, .usd, .usda, .usdz, .glb, .html, .abc, .csv, .tidy.csv, .parquet or .nc. The extensions .blender, .godot, .unity and .unreal write a folder for that program." placeholder:"FILE"`
	To         string           `help:"The format, if no extension selects it: blender, godot, unity or unreal." placeholder:"FORMAT"`
	Frames     string           `help:"Frames to export, counted from 1: 1-10,20-100:5,200- means 1 to 10, every fifth from 20 to 100 (also written 20-100x5), and all from 200." placeholder:"LIST"`
	StartFrame usage.StartFrame `default:"1" help:"Number of the recording's first frame, such as 1001. --frames and the export use this numbering (default ${default})." placeholder:"N"`
	Boids      string           `help:"Ids of the boids to export, counted from 0, as a list in the same form as --frames." placeholder:"LIST"`
	FPS        usage.Rate       `name:"fps" help:"Frames per second, such as 24, 29.97 or 30000/1001. Frames between the recorded ones are interpolated (default: the rate of the recording)." placeholder:"F"`
	Up         string           `default:"y" enum:"y,z" help:"The axis that points up: y or z (default ${default})." placeholder:"AXIS"`
	Unit       string           `default:"m" enum:"m,cm" help:"The unit of length: m or cm (default ${default})." placeholder:"UNIT"`
	Poses      int              `default:"0" help:"Poses per wingbeat. With 0, skein chooses a number that suits the format (default ${default})." placeholder:"N"`
	USDLayout  string           `name:"usd-layout" default:"instancer" enum:"instancer,xforms" help:"For USD: instancer writes one PointInstancer for all birds, xforms writes one prim per bird (default ${default})." placeholder:"LAYOUT"`
	WingBlur   bool             `help:"For USD: write velocities with the poses of the wingbeat, so that renderers can blur the wings. Use it with .usdc, .usd or .usdz. A .usda file would repeat all poses in every frame."`
	Camera     string           `help:"Also export this camera: fly, orbit, follow, eye, auto, leader or director, a camera file, or scene (the scene's camera). A USD file then also contains the sun, the colour of the sky and the ground." placeholder:"MODE|FILE"`
	Boid       string           `help:"With --camera: id of the boid that the camera follows, or leader." placeholder:"N|leader"`
	Size       usage.Size       `help:"With --camera: size of the picture. Only its aspect ratio matters (default ${default})." default:"1920x1080" placeholder:"WxH"`
	Force      bool             `short:"f" help:"Replace existing files."`

	Live  bool    `help:"Write a web page that simulates the scene in the browser, with its parameters as sliders. The output must end in .html."`
	Seed  *uint64 `help:"With --live: random seed instead of the scene's. It must be a whole number, at least 0." placeholder:"N"`
	Count *int    `help:"With --live: number of boids instead of the scene's." placeholder:"N"`

	input.PartialFlag
	bird.Choice
}

// AfterApply replaces a frame number in --output, such as %04d, with # characters.
func (c *Options) AfterApply() (err error) {
	for k := range c.Output {
		if c.Output[k], err = kinds.NumberedName(c.Output[k]); err != nil {
			return err
		}
	}
	return nil
}

type exportSummary struct {
	File   string  `json:"file"`
	Format string  `json:"format"`
	Frames int     `json:"frames"`
	FPS    float64 `json:"fps"`
}

type exportSummaries struct {
	Files []exportSummary `json:"files"`
}

// garbagePercent returns the garbage collection target percentage. An export has few pointers, so frequent
// collections are cheap. A web page is built in memory as a whole, so garbage is then collected more often.
func (c *Options) garbagePercent() int {
	if slices.ContainsFunc(c.Output, func(path string) bool { return strings.EqualFold(filepath.Ext(path), ".html") }) {
		return 15
	}
	return 50
}

// Run exports the recording.
func (c *Options) Run(ctx context.Context, g *console.Console) error {
	defer debug.SetGCPercent(debug.SetGCPercent(c.garbagePercent()))
	switch {
	case c.Live:
		return c.runLive(ctx, g)
	case c.Seed != nil || c.Count != nil:
		return usage.Errorf("--seed and --count need --live, because a recording already contains its flock")
	}
	if isPage := len(c.Output) == 1 && strings.EqualFold(filepath.Ext(c.Output[0]), ".html"); isPage && kinds.Of(c.Recording) == kinds.Scenario {
		return usage.Errorf("%s is a scenario; add --live to make a page that simulates the scenario, or record the scenario first with skein record", c.Recording)
	}
	if err := cmp.Or(kinds.Expect(kinds.Recording, c.Recording), c.resolveOutput()); err != nil {
		return err
	}
	for _, path := range c.Output {
		defer g.SayFolder(path)()
	}
	targets, err := c.targets()
	if err != nil {
		return err
	}
	r, err := c.PartialFlag.Open(g, c.Recording)
	if err != nil {
		return err
	}
	defer r.Close()
	sources, err := c.sources(r, targets)
	if err != nil {
		return err
	}
	for k := range targets {
		if err := c.complete(ctx, g, r, &targets[k]); err != nil {
			return err
		}
	}
	if err := c.write(ctx, g, r, targets); err != nil {
		return exportError(err)
	}
	return c.summarize(g, targets, sources)
}

func (c *Options) targets() (all []export.Target, err error) {
	for _, path := range c.Output {
		format, err := c.format(path)
		if err != nil {
			return nil, err
		}
		all = append(all, export.Target{Format: format, Path: path})
	}
	if err := c.checkFormats(all); err != nil {
		return nil, err
	}
	for k := range all {
		if all[k].Options, err = c.options(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// sources returns the source of each target. It refuses options that a format cannot use, and output files
// that exist and must not be replaced.
func (c *Options) sources(r *recording.Reader, targets []export.Target) (all []*export.Source, err error) {
	for _, t := range targets {
		source, err := t.Format.Source(r, t.Options)
		if err != nil {
			return nil, exportError(err)
		}
		if sameFile(c.Recording, t.Path) {
			return nil, usage.Errorf("--output %s is the recording itself; choose another name", t.Path)
		}
		if err := t.Format.MayWrite(t.Path, t.Options.Force); err != nil {
			return nil, exportError(err)
		}
		all = append(all, source)
	}
	return all, nil
}

func (c *Options) complete(ctx context.Context, g *console.Console, r *recording.Reader, t *export.Target) (err error) {
	if t.Format.Bird {
		if t.Options.Birds, err = await.Do(ctx, func() ([]models.Mix, error) { return c.birds(g, r, t.Format) }); err != nil {
			return err
		}
	}
	if t.Format.Stage || c.Camera != "" && t.Format.HasCamera() {
		t.Options.Stage, err = c.stage(r)
	}
	if t.Format.Name == "html" && err == nil {
		err = c.addPage(r, &t.Options)
	}
	return err
}

func (c *Options) summarize(g *console.Console, targets []export.Target, sources []*export.Source) error {
	var all []exportSummary
	for k, t := range targets {
		s := sources[k]
		g.Say("%s", summaryLine(t.Path, t.Format, s))
		all = append(all, exportSummary{t.Path, t.Format.Name, len(s.Numbers()), s.FPS()})
	}
	switch {
	case !g.JSON:
		return nil
	case len(all) == 1:
		return g.Document(all[0])
	}
	return g.Document(exportSummaries{all})
}

func summaryLine(path string, format *export.Format, s *export.Source) string {
	line := path + ": " + words.Count(len(s.Numbers()), "frame", "frames")
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		line += fmt.Sprintf(", %.3g MB", float64(info.Size())/1e6)
	}
	if format.Name == "blender" {
		line += fmt.Sprintf("; to build the scene, run: blender -b -P %s -- --save flock.blend", filepath.Join(path, "scene.py"))
	}
	return line
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(first, other)
}

func exportError(err error) error {
	if errors.Is(err, export.ErrOptions) {
		return usage.Wrap(err)
	}
	return usage.HintForce(err)
}

func (c *Options) format(path string) (*export.Format, error) {
	format, err := export.FormatOf(c.To, path)
	switch {
	case err != nil && c.To != "":
		var names []string
		for _, f := range export.Formats() {
			names = append(names, f.Name)
		}
		return nil, usage.Errorf("--to: %w%s", err, message.DidYouMean(c.To, names))
	case err != nil:
		return nil, usage.Errorf("--output %w, or a format with --to", err)
	}
	return format, nil
}

func (c *Options) resolveOutput() error {
	switch {
	case c.Folder == "" && len(c.Output) == 0:
		return usage.Errorf("no output file; use --output FILE, or for a folder one of %s", folderFlags())
	case c.Folder != "" && len(c.Output) > 0:
		return usage.Errorf("give either the folder %s or --output %s, not both", c.Folder, c.Output[0])
	case c.To != "" && len(c.Output) > 1:
		return usage.Errorf("--to %s cannot be used with several files; let their extensions select the formats", c.To)
	case len(c.Output) == 0:
		c.Output = []string{c.Folder}
	}
	if slices.Contains(c.Output, "-") {
		return usage.Errorf("--output -: cannot write to standard output; use a file name")
	}
	return nil
}

func folderFlags() string {
	var all []string
	for _, f := range export.Formats() {
		if f.IsFolder() {
			all = append(all, "--to "+f.Name+" DIR")
		}
	}
	return strings.Join(all, ", ")
}

func (c *Options) write(ctx context.Context, g *console.Console, r *recording.Reader, targets []export.Target) error {
	var bar *console.Progress
	done := make([]int, len(targets))
	for k := range targets {
		targets[k].Options.Warn = func(line string) { g.Say("%s", line) }
		targets[k].Options.Progress = func(n, total int) {
			if bar == nil {
				bar = console.NewProgress(g, "exporting "+strings.Join(c.Output, ", "), total)
			}
			done[k] = n
			sum := 0
			for _, n := range done {
				sum += n
			}
			bar.Update(sum / len(done))
		}
	}
	err := export.WriteAll(ctx, r, targets)
	if bar != nil {
		bar.End()
	}
	return err
}

func (c *Options) checkFormats(targets []export.Target) error {
	var birds, usd, stage, camera bool
	var names []string
	for _, t := range targets {
		birds, stage, camera = birds || t.Format.Bird, stage || t.Format.Stage, camera || t.Format.HasCamera()
		usd = usd || strings.HasPrefix(t.Format.Name, "usd")
		names = append(names, t.Format.Name)
	}
	switch formats := strings.Join(names, ", "); {
	case !birds && (c.Poses != 0 || c.Choice.Given()):
		return usage.Errorf("--poses and --bird cannot be used with %s: no bird model is exported", formats)
	case !usd && c.USDLayout == "xforms":
		return usage.Errorf("--usd-layout %s works only with USD, not with %s", c.USDLayout, formats)
	case !usd && c.WingBlur:
		return usage.Errorf("--wing-blur works only with USD, not with %s", formats)
	case !camera && c.Camera != "":
		return usage.Errorf("--camera %s cannot be used with %s; export .csv, .parquet, .glb or USD, which can hold a camera", c.Camera, formats)
	case !stage && c.Boid != "" && c.Camera == "":
		return usage.Errorf("--boid %s needs --camera, such as --camera follow", c.Boid)
	}
	return nil
}

func (c *Options) options() (o export.Options, err error) {
	o.FPS, o.ZUp, o.Force = export.Rate(c.FPS), c.Up == "z", c.Force
	o.Prims, o.WingBlur = c.USDLayout == "xforms", c.WingBlur
	if c.Unit == "cm" {
		o.Scale = 100
	}
	o.Start = int(c.StartFrame)
	if c.Poses < 0 || c.Poses > models.MaxPoses {
		return o, usage.Errorf("--poses %d: must be 1 to %d, or 0", c.Poses, models.MaxPoses)
	}
	if c.Frames != "" {
		if o.Frames, err = export.ParseFrames(c.Frames); err != nil {
			return o, usage.Errorf("--frames: %w", err)
		}
	}
	if c.Boids != "" {
		if o.Boids, err = export.ParseBoids(c.Boids); err != nil {
			return o, usage.Errorf("--boids: %w", err)
		}
	}
	return o, nil
}

// birds bakes the models of each flock, if the format contains birds. Flocks with the same built-in bird
// share one result.
func (c *Options) birds(g *console.Console, r *recording.Reader, format *export.Format) (all []models.Mix, err error) {
	sc, err := input.SceneOf(r, "", &c.Choice)
	if err != nil {
		return nil, err
	}
	known := map[scenario.Bird]*models.Baked{}
	for k, f := range sc.Flocks() {
		mix := models.Mix{Shares: f.Bird.AllShares()}
		for m := range f.Bird.Files() {
			single := scenario.WithModel(scenario.WithFlock(sc, k), m)
			same := known[single.Bird]
			if same == nil {
				if same, err = c.bird(g, r, single, k, format); err != nil {
					return nil, err
				}
				if !scenario.IsModelFile(single.Bird.File) { // two model files in a recording may have the same name
					known[single.Bird] = same
				}
			}
			mix.Birds = append(mix.Birds, same)
		}
		all = append(all, mix)
	}
	bird.Warn(g, all)
	return all, nil
}

// bird bakes the bird of the flock that is first in sc, and at flockIndex in r.
func (c *Options) bird(g *console.Console, r *recording.Reader, sc *scenario.Scenario, flockIndex int, format *export.Format) (*models.Baked, error) {
	m, err := bird.RecordedModel(r, sc, flockIndex)
	if err != nil && len(c.Bird) == 0 {
		return nil, fmt.Errorf("the recording's bird: %w (use --bird to export another)", err)
	}
	if err != nil {
		return nil, err
	}
	o := bird.BakeOptions(&sc.Bird)
	if o.Poses = c.Poses; o.Poses == 0 {
		o.Poses = format.Poses
	}
	o.Stances = format.Stances
	return bird.Bake(g, sc.BirdPath(), m, o)
}
