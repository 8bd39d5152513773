package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"skein/flock"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/tracks"
)

// ImportCmd makes a recording of tracks.
type ImportCmd struct {
	Tracks   string   `arg:"" help:"The table of tracks: CSV, Parquet, or text in columns."`
	Output   string   `short:"o" help:"The recording." placeholder:"FILE.mcap"`
	Columns  string   `help:"Where columns are that are not found by their names: WHAT=COLUMN,..., by name or by number from 1." placeholder:"LIST"`
	Unit     string   `help:"The unit of length: m, cm, mm, km, ft, or so many metres (default m, or what the file says)." placeholder:"UNIT"`
	Up       string   `help:"The axis that points up: y or z (default z; y of what skein exported)." placeholder:"AXIS"`
	FPS      int      `name:"fps" help:"Frames a second, from 1 to 1000 (default: found, as many as the table has)." placeholder:"F"`
	Bridge   float64  `help:"The longest gap in a track that is flown across, in seconds (default ${default}: none)." default:"0" placeholder:"S"`
	Smooth   float64  `help:"Smooth positions by parabolas through those up to so many seconds before and after; 0 for not at all (default ${default})." default:"0" placeholder:"S"`
	Missing  bool     `name:"skip-missing" help:"Leave out rows without a place, instead of refusing them."`
	Wingspan *float64 `help:"Wingspan of the birds, in metres (default that of the scene murmuration)." placeholder:"M"`
	Flap     *float64 `name:"flap-rate" help:"Wingbeats a second of birds whose wingbeats the table does not have (default that of the scene murmuration)." placeholder:"F"`
	Force    bool     `short:"f" help:"Replace a recording that exists."`

	BirdFlags
}

// Help is shown below the flags' own.
func (ImportCmd) Help() string {
	return `A row is a bird at a time: its number or name, the time in seconds (or as in
2019-06-01T05:20:30.25Z, or the number of a frame, with --fps), and where it is. Columns
are divided by commas, semicolons, tabs or spaces, or are those of a Parquet file, and
are found by their usual names; --columns says what is where otherwise:

  id            bird, track, tag, individual, ...
  time, frame   t, seconds, timestamp, ...
  x y z         px py pz, ...   or   lon lat height: degrees, longitude, altitude, ...
  vx vy vz      velocities, in the unit of length a second
  wingbeat      wingbeats a second
  phase, ux uy uz, airx airy airz, gliding, leading, jumped, perched, landing, species:
                as skein export writes them

Rows may be in any order. Longitudes and latitudes become metres east and north of their
middle. A row that makes no sense is refused by its file and line, and so is a second one
of a bird at a time; nothing half-written stays. The same table gives the same recording.

A bird is there from its first row to its last, and birds come and go. Where two of its
rows are further apart than 1.5 times the usual, and than --bridge, it is away in between.
A row within a tenth of a frame of a frame is taken for it, as it is; between rows, where
--fps asks for others, places follow the cubic with the velocities of both.

What the table does not have is made up from the paths. Velocities are differences of
positions; birds bank as in a coordinated turn, so that their lift carries their weight
and the turn; wings beat as often as the table says, or else at the flap rate and are
held in a glide. Positions are smoothed only by --smooth. go doc skein/flock/tracks has
the formulas.

Of the recording everything works but what simulates: skein record --resume and --verify,
and Enter in the window, say that there is nothing to go on with.

Examples:

  skein import jackdaws.csv -o jackdaws.mcap --wingspan 0.7
  skein import flight.txt -o flight.mcap --columns id=1,time=2,x=3,y=4,z=5 --unit cm
  skein import gps.csv -o gps.mcap --columns id=tag,height=alt --bridge 2
  skein import run.parquet -o again.mcap
  skein jackdaws.mcap
  skein stats jackdaws.mcap --field`
}

// importSummary is what --json prints.
type importSummary struct {
	File     string   `json:"file"`
	Tracks   string   `json:"tracks"`
	Rows     int      `json:"rows"`
	Birds    int      `json:"birds"`
	Most     int      `json:"most"` // at once
	Species  []string `json:"species,omitempty"`
	Frames   int      `json:"frames"`
	FPS      int      `json:"fps"`
	TickRate int      `json:"tick_rate"`
	Seconds  float64  `json:"seconds"`
	Notes    []string `json:"notes"`
}

// Run imports.
func (c *ImportCmd) Run(ctx context.Context, g *Globals) error {
	if err := c.check(); err != nil {
		return err
	}
	scene, err := scenario.Builtin(scenario.Silent)
	if err != nil {
		return err
	}
	o, err := c.options(scene)
	if err != nil {
		return err
	}
	t, err := c.read(ctx, g, o)
	if err != nil {
		return err
	}
	if err := c.scene(scene, t); err != nil {
		return err
	}
	if err := c.write(ctx, g, scene, t); err != nil {
		return hintForce(err)
	}
	for _, note := range t.Notes {
		g.say("%s: %s", c.Tracks, note)
	}
	sum := importSummary{c.Output, c.Tracks, t.Rows, t.Birds, t.Most, t.Species, t.Frames, t.FPS, t.TickRate, float64(t.Frames) / float64(t.FPS), append([]string{}, t.Notes...)}
	g.say("%s: %s, at most %d at once, %s at %d a second", c.Output, count(t.Birds, "bird", "birds"), t.Most, count(t.Frames, "frame", "frames"), t.FPS)
	if g.JSON {
		return g.document(sum)
	}
	return nil
}

// check refuses flags that are wrong whatever the table is.
func (c *ImportCmd) check() error {
	switch {
	case c.Output == "":
		return usagef("missing flags: --output=FILE.mcap")
	case !strings.HasSuffix(c.Output, ".mcap"):
		return usagef("--output %s: want a name that ends in .mcap", c.Output)
	case c.FPS < 0 || c.FPS > 1000:
		return usagef("--fps %d: want 1 to 1000", c.FPS)
	case !(c.Bridge >= 0 && c.Bridge <= 1e6):
		return usagef("--bridge %g: want seconds, from 0", c.Bridge)
	case !(c.Smooth >= 0 && c.Smooth <= 1e3):
		return usagef("--smooth %g: want seconds, from 0 to 1000", c.Smooth)
	case c.Up != "" && c.Up != "y" && c.Up != "z":
		return usagef("--up %s: want y or z", c.Up)
	}
	if is := kindOf(c.Tracks); is == aRecording || is == aScenario || is == aBird {
		return usagef("%s is %s: here want a table of tracks (CSV, Parquet or text)", c.Tracks, is)
	}
	if !c.Force {
		if _, err := os.Lstat(c.Output); err == nil {
			return hintForce(&fs.PathError{Op: "create", Path: c.Output, Err: fs.ErrExist})
		}
	}
	return nil
}

// options are those of the flags; the scene says how wings beat.
func (c *ImportCmd) options(scene *scenario.Scenario) (o tracks.Options, err error) {
	if o.Columns, err = tracks.ParseColumns(c.Columns); err != nil {
		return o, usagef("--columns: %w", err)
	}
	if c.Unit != "" {
		var ok bool
		if o.Unit, ok = tracks.ParseUnit(c.Unit); !ok {
			return o, usagef("--unit %s: want m, cm, mm, km, ft, or so many metres, such as 0.01", c.Unit)
		}
	}
	p := &scene.Params
	for _, f := range []struct {
		key  string
		flag *float64
	}{{"wingspan", c.Wingspan}, {"flap_rate", c.Flap}} {
		if f.flag == nil {
			continue
		}
		if err := p.Set(f.key, float32(*f.flag)); err != nil {
			return o, usagef("--%s %g: %w", strings.ReplaceAll(f.key, "_", "-"), *f.flag, err)
		}
	}
	if err := p.Validate(); err != nil {
		return o, usageError{err}
	}
	o.Up, o.FPS, o.Bridge, o.Smooth, o.Skip = c.Up, c.FPS, c.Bridge, c.Smooth, c.Missing
	o.Flap, o.Sink = float64(p.Float("flap_rate")), float64(p.Float("glide_sink"))
	return o, nil
}

// read reads the table.
func (c *ImportCmd) read(ctx context.Context, g *Globals, o tracks.Options) (*tracks.Tracks, error) {
	info, err := os.Stat(c.Tracks)
	var missing *fs.PathError
	if errors.As(err, &missing) {
		return nil, fmt.Errorf("%s: %w", c.Tracks, missing.Err)
	}
	if err != nil {
		return nil, err
	}
	bar := newProgress(g, "reading "+c.Tracks, int(max(1, info.Size())))
	defer bar.end()
	o.Progress = func(done int64) { bar.at(int(min(done, info.Size()))) }
	return tracks.Read(ctx, c.Tracks, o)
}

// scene makes a scene to see the tracks in: a flock of each species, of whom none lead,
// each of whom is shown with the seven nearest (Ballerini et al. 2008).
func (c *ImportCmd) scene(s *scenario.Scenario, t *tracks.Tracks) error {
	s.File, s.Name = "", tracks.Title(c.Tracks)
	s.Description = fmt.Sprintf("%s imported from %s, %d frames a second", count(t.Birds, "track", "tracks"), tracks.Name(c.Tracks), t.FPS)
	s.Events, s.Surroundings, s.Seed = nil, flock.Surroundings{}, 0
	for key, value := range map[string]any{"leadership": float32(0), "neighbourhood": "nearest", "nearest": 7, "lonely_count": 0} {
		if err := s.Params.Set(key, value); err != nil {
			return err
		}
	}
	s.Camera.Mode, s.Camera.Boid, s.Camera.Path = look.Auto, -1, ""
	s.Show.Traces, s.Show.Edge = look.TraceAll, false
	if err := c.bird(s); err != nil {
		return err
	}
	first := s.Flock
	for k, n := range t.Counts {
		one := first
		one.Species = t.Species[k]
		if err := one.Params.Set("count", n); err != nil {
			return err
		}
		if k == 0 {
			s.Flock = one
		} else {
			s.Others = append(s.Others, one)
		}
	}
	return nil
}

// bird has a scene drawn with the bird of the flags, if there is such a bird.
func (c *ImportCmd) bird(s *scenario.Scenario) error {
	if !c.BirdFlags.given() {
		return nil
	}
	if err := c.BirdFlags.apply(s); err != nil {
		return err
	}
	_, err := bakedBirds(nil, nil, s)
	return err
}

// write writes the recording, whole or not at all.
func (c *ImportCmd) write(ctx context.Context, g *Globals, s *scenario.Scenario, t *tracks.Tracks) error {
	files, err := sceneFiles(s)
	if err != nil {
		return err
	}
	if t.Names != nil {
		files = append(files, idFile(t))
	}
	meta := recordMeta(s, t.FPS)
	meta.Imported, meta.TickRate, meta.Planned = tracks.Name(c.Tracks), t.TickRate, t.Frames
	out, err := recording.Create(c.Output, meta, recording.Options{Force: c.Force, Files: files})
	if err != nil {
		return err
	}
	if err := c.frames(ctx, g, out, s, t); err != nil {
		_ = out.Abort() // the error that led here says more
		return err
	}
	if err := out.Close(); err != nil {
		return errors.Join(err, out.Abort())
	}
	return nil
}

// frames writes the parameters in force and all frames.
func (c *ImportCmd) frames(ctx context.Context, g *Globals, out *recording.Writer, s *scenario.Scenario, t *tracks.Tracks) error {
	bar := newProgress(g, "writing "+c.Output, t.Frames)
	defer bar.end()
	for k, f := range s.Flocks() {
		params := f.Params
		if err := out.Events([]flock.Event{{Kind: flock.ParamsChanged, Flock: k, Params: &params}}); err != nil {
			return err
		}
	}
	var snap flock.Snapshot
	for k := range t.Frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.Frame(k, &snap)
		if err := out.Frame(&snap); err != nil {
			return err
		}
		bar.at(k + 1)
	}
	return nil
}

// idFile says which id is which bird's.
func idFile(t *tracks.Tracks) recording.File {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"id", "name"}) // a buffer takes all
	for _, row := range t.Names {
		_ = w.Write(row[:])
	}
	w.Flush()
	return recording.File{Name: "tracks/ids.csv", MediaType: "text/csv", Data: b.Bytes()}
}
