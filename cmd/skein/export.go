package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"skein/flock/export"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// ExportCmd writes a recording in another format.
type ExportCmd struct {
	Recording string `arg:"" help:"The recording, an .mcap file."`
	Folder    string `arg:"" optional:"" help:"The folder to write, instead of --output." placeholder:"DIR"`
	Output    string `short:"o" help:"The file or folder to write; a file's ending says the format: .usda, .usdz, .glb, .csv, .parquet, or .blender, a folder." placeholder:"FILE"`
	To        string `help:"The format, where it is not for the ending to say: blender." placeholder:"FORMAT"`
	Frames    string `help:"Which frames of the recording, counted from 1: 1-10,20-100:5,200- are 1 to 10, every fifth from 20 to 100 (also: 20-100x5), and all from 200." placeholder:"LIST"`
	Boids     string `help:"Which boids, by their ids from 0, as a list like that of --frames." placeholder:"LIST"`
	FPS       Rate   `name:"fps" help:"Frames a second, such as 24, 29.97 or 30000/1001, between those recorded (default the recording's own)." placeholder:"F"`
	Up        string `default:"y" enum:"y,z" help:"The axis that points up: y or z (default ${default})." placeholder:"AXIS"`
	Unit      string `default:"m" enum:"m,cm" help:"The unit of length: m or cm (default ${default})." placeholder:"UNIT"`
	Poses     int    `default:"0" help:"Poses of a beat of a bird's wings; 0 suits the format (default ${default})." placeholder:"N"`
	USDLayout string `name:"usd-layout" default:"instancer" enum:"instancer,xforms" help:"Of USD: one instancer for all birds, or xforms, a prim for each (default ${default})." placeholder:"LAYOUT"`
	Force     bool   `short:"f" help:"Replace what exists."`

	BirdFlags
}

// Help is shown below the flags' own.
func (ExportCmd) Help() string {
	return `The ending of --output says the format, or --to does. What is written appears whole
or not at all.

  .usda .usdz   USD: a PointInstancer of all boids with positions, orientations,
                velocities, angular velocities and ids. Its prototypes are poses
                of the bird, and each boid's pose is sampled, so that it beats
                its wings in its own phase. Time code n is frame n. Of several
                species each has that in an Xform of its name, /Flock/hawk.
                --usd-layout xforms makes a prim for each bird, for programs
                without PointInstancers and fewer birds. Textures lie in a .usdz, or in NAME_textures
                beside a .usda.
  .glb          glTF: a node for each bird, moved and turned in straight lines
                between frames. Its wings beat in its own phase, by weights of
                as few poses of the beat, 8 or more, as keep every vertex within
                2 % of the wingspan of where the model has it. Lengths are
                metres, Y is up. Above 2,000 birds viewers grow slow. Of several
                species the birds, hawk_0012, are below a node of its name.
  --to blender  A folder (also: -o NAME.blender) with a script from which
                Blender 3.4 and later builds the scene: any number of birds as
                instances that beat their wings, a collection for each of
                several species, camera, sun, sky and ground.
                  blender -b -P DIR/scene.py -- --save flock.blend
                  blender -b -P DIR/scene.py -- --render a.png --frame 100
                README.txt in it says more.
  .csv          A row for each boid and frame, with the columns frame, time (s),
                id, px py pz (m), vx vy vz (m/s), ux uy uz (up-vector), phase
                (of the wingbeat, turns), gliding, leading, jumped (wrapped or
                moved since the frame before it; 0 or 1), species, perched (0
                or 1), airx airy airz (velocity through the air, m/s, along
                which it heads; vx vy vz are over the ground), landing (brakes
                before its seat; one that is neither landing nor perched flies).
                In SQL "leading" wants its quotes. A name such as flock_####.csv or
                flock_%04d.csv makes a file for each frame.
  .parquet      The same columns, typed, with the scenario and the units.

What is around the flock, obstacles, paths, places and perches, goes along in USD, glTF
and Blender, and moves, turns, grows, comes and goes there as it does in the recording:
below /Flock/World, the node world and the collection world.

Axes are right-handed with Y up, lengths are metres, unless --up and --unit say
otherwise. Birds are attached as wide as the wingspan is at each frame; --bird is
that of the first flock. Ids run through all flocks, and stay a bird's own.

With --fps, which may be a quotient such as 30000/1001 (which 29.97 stands for, as
23.976 does for 24000/1001), frame 1 is the recording's first and others are taken in between, along
a cubic with the recorded velocities at its ends. A bird that wraps around the
world or is moved flies on to the middle between two recorded frames and comes out
at its new place: none is drawn across the world, at any frame rate.

Examples:

  skein export run.mcap -o run.usdz
  skein export run.mcap -o shot.usda --frames 100-400 --fps 24 --up z --unit cm
  skein export run.mcap -o few.csv --frames 1-300:10 --boids 0-9,40
  skein export run.mcap -o run.glb --boids 0-199
  skein export run.mcap --to blender shot
  skein export run.mcap -o run.parquet`
}

// AfterApply has the frame's number in --output where it may stand otherwise.
func (c *ExportCmd) AfterApply() (err error) {
	c.Output, err = numbered(c.Output)
	return err
}

// exportSummary is what --json prints.
type exportSummary struct {
	File   string  `json:"file"`
	Format string  `json:"format"`
	Frames int     `json:"frames"`
	FPS    float64 `json:"fps"`
}

// Run exports.
func (c *ExportCmd) Run(ctx context.Context, g *Globals) error {
	if err := cmp.Or(expect(aRecording, c.Recording), c.where()); err != nil {
		return err
	}
	format, err := c.format()
	if err != nil {
		return err
	}
	o, err := c.options(format)
	if err != nil {
		return err
	}
	r, err := openRecording(g, c.Recording)
	if err != nil {
		return err
	}
	defer r.Close()
	source, err := format.Source(r, o)
	if err != nil {
		return exportError(err)
	}
	if sameFile(c.Recording, c.Output) {
		return usagef("--output %s is the recording itself: want another name", c.Output)
	}
	if err := format.MayWrite(c.Output, o.Force); err != nil {
		return exportError(err)
	}
	if format.Bird {
		if o.Birds, err = unlessStopped(ctx, func() ([]*models.Baked, error) { return c.birds(g, r, format) }); err != nil {
			return err
		}
	}
	if format.Stage {
		if o.Stage, err = stageOf(r, source.Scene()); err != nil {
			return err
		}
	}
	if err := c.write(ctx, g, format, r, o); err != nil {
		return exportError(err)
	}
	g.say("%s", c.written(format, source))
	if g.JSON {
		return g.document(exportSummary{c.Output, format.Name, len(source.Numbers()), source.FPS()})
	}
	return nil
}

// written says what there is now.
func (c *ExportCmd) written(format *export.Format, s *export.Source) string {
	line := c.Output + ": " + count(len(s.Numbers()), "frame", "frames")
	if info, err := os.Stat(c.Output); err == nil && !info.IsDir() {
		line += fmt.Sprintf(", %.3g MB", float64(info.Size())/1e6)
	}
	if format.Stage {
		line += fmt.Sprintf("; blender -b -P %s -- --save flock.blend builds the scene", filepath.Join(c.Output, "scene.py"))
	}
	return line
}

// sameFile says whether two paths lead to one file.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// exportError tells wrong usage from failure, and what to do about files that are there.
func exportError(err error) error {
	if errors.Is(err, export.ErrOptions) {
		return usageError{err}
	}
	return hintForce(err)
}

func (c *ExportCmd) format() (*export.Format, error) {
	format, err := export.FormatOf(c.To, c.Output)
	switch {
	case err != nil && c.To != "":
		var names []string
		for _, f := range export.Formats() {
			names = append(names, f.Name)
		}
		return nil, usagef("--to: %w%s", err, scenario.DidYouMean(c.To, names))
	case err != nil:
		return nil, usagef("--output %w, or a format with --to", err)
	}
	return format, nil
}

// where settles what is written: --output, or what stands behind the recording.
func (c *ExportCmd) where() error {
	switch {
	case c.Folder == "" && c.Output == "":
		return usagef("nowhere to write: want --output FILE, or --to blender DIR")
	case c.Folder != "" && c.Output != "":
		return usagef("%s and --output %s: want one of them", c.Folder, c.Output)
	case c.Output == "":
		c.Output = c.Folder
	}
	if c.Output == "-" {
		return usagef("--output -: what is exported appears whole, so want the name of a file")
	}
	return nil
}

func (c *ExportCmd) write(ctx context.Context, g *Globals, format *export.Format, r *recording.Reader, o export.Options) error {
	o.Warn = func(line string) { g.say("%s", line) }
	var bar *progress
	o.Progress = func(done, total int) {
		if bar == nil {
			bar = newProgress(g, "exporting "+c.Output, total)
		}
		bar.at(done)
	}
	err := format.Write(ctx, c.Output, r, o)
	if bar != nil {
		bar.end()
	}
	return err
}

func (c *ExportCmd) options(format *export.Format) (o export.Options, err error) {
	if !format.Bird && (c.Poses != 0 || c.BirdFlags.given()) {
		return o, usagef("--poses and --bird: %s holds no bird", format.Name)
	}
	if c.USDLayout == "xforms" && !strings.HasPrefix(format.Name, "usd") {
		return o, usagef("--usd-layout %s: %s is not USD", c.USDLayout, format.Name)
	}
	o.FPS, o.ZUp, o.Force = export.Rate(c.FPS), c.Up == "z", c.Force
	o.Prims = c.USDLayout == "xforms"
	if c.Unit == "cm" {
		o.Scale = 100
	}
	if c.Poses < 0 || c.Poses > models.MaxPoses {
		return o, usagef("--poses %d: want 1 to %d, or 0", c.Poses, models.MaxPoses)
	}
	if c.Frames != "" {
		if o.Frames, err = export.ParseFrames(c.Frames); err != nil {
			return o, usagef("--frames: %w", err)
		}
	}
	if c.Boids != "" {
		if o.Boids, err = export.ParseBoids(c.Boids); err != nil {
			return o, usagef("--boids: %w", err)
		}
	}
	return o, nil
}

// birds are those that a format attaches, one for each flock: the recording's, unless
// others are asked for. Those of one model are baked once.
func (c *ExportCmd) birds(g *Globals, r *recording.Reader, format *export.Format) (all []*models.Baked, err error) {
	sc, err := sceneOf(r, "", &c.BirdFlags)
	if err != nil {
		return nil, err
	}
	known := map[scenario.Bird]*models.Baked{}
	for k, f := range sc.Flocks() {
		same := known[f.Bird]
		if same == nil {
			if same, err = c.bird(g, r, withFlock(sc, k), k, format); err != nil {
				return nil, err
			}
			if !scenario.IsModelFile(f.Bird.File) { // a file's name may stand for several in a recording
				known[f.Bird] = same
			}
		}
		all = append(all, same)
	}
	return all, nil
}

// bird is that of a flock, counted from 0, which is the first of sc.
func (c *ExportCmd) bird(g *Globals, r *recording.Reader, sc *scenario.Scenario, number int, format *export.Format) (*models.Baked, error) {
	m, err := birdOf(r, sc, number)
	if err != nil && len(c.Bird) == 0 {
		return nil, fmt.Errorf("the recording's bird: %w (--bird attaches another)", err)
	}
	if err != nil {
		return nil, err
	}
	o := bakeOptions(&sc.Bird)
	if o.Poses = c.Poses; o.Poses == 0 {
		o.Poses = format.Poses
	}
	return bake(g, sc.BirdPath(), m, o)
}

// openRecording opens a recording and says so if it was not finished.
func openRecording(g *Globals, path string) (*recording.Reader, error) {
	r, err := openRec(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Stat(recording.Part(path)); missing == nil {
			return nil, fmt.Errorf("%w, but %s does: it was not finished", err, recording.Part(path))
		}
	}
	if err == nil && !r.Complete() {
		g.say("%s was not finished: its first %d frames are there", path, r.Frames())
	}
	return r, err
}
