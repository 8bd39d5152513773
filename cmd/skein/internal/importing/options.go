package importing

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/tracks"
)

type options struct {
	Tracks   string     `arg:"" help:"The table of tracks: a CSV file, a Parquet file, text in columns, or a folder of npz or CSV files from TRex."`
	Output   string     `short:"o" help:"The recording to write." placeholder:"FILE.mcap"`
	Columns  string     `help:"Columns that skein does not find by their usual names: WHAT=COLUMN,... COLUMN is a name, or a number from 1." placeholder:"LIST"`
	Unit     string     `help:"The unit of length: m, cm, mm, km, ft, or a number of metres (default: the file's unit, or m)." placeholder:"UNIT"`
	Up       string     `help:"The axis that points up: y or z (default: y for files that skein exported, z for others)." placeholder:"AXIS"`
	Height   *float64   `help:"Height in metres for rows without a height (default: 20 if the whole table has no heights)." placeholder:"M"`
	FPS      usage.Rate `name:"fps" help:"Frames per second, from 1 to 1000, or 1/N for one frame in N seconds (default: the table's rate)." placeholder:"F"`
	Bridge   float64    `help:"Fill gaps in a track that are at most this long, in seconds. skein always fills gaps of up to 1.5 times the usual interval (default ${default})." default:"0" placeholder:"S"`
	Smooth   float64    `help:"Smooth positions with parabolas over this many seconds before and after. 0 means no smoothing (default ${default})." default:"0" placeholder:"S"`
	Missing  bool       `name:"skip-missing" help:"Skip and count rows without a readable position or time, instead of refusing the table."`
	BodyPart string     `name:"bodypart" help:"For DeepLabCut tables: body part that gives the bird's position (default: the first)." placeholder:"NAME"`
	Likely   float64    `name:"likelihood" help:"For DeepLabCut tables: leave out positions with a likelihood below this value, from 0 to 1 (default ${default})." default:"0.6" placeholder:"P"`
	Wingspan *float64   `help:"Wingspan of the birds, in metres (default: the wingspan in the murmuration scene)." placeholder:"M"`
	Flap     *float64   `name:"flap-rate" help:"Wingbeats per second, if the table does not have them (default: the rate in the murmuration scene)." placeholder:"F"`
	Force    bool       `short:"f" help:"Replace an existing recording."`

	bird.Choice
}

type importSummary struct {
	File     string   `json:"file"`
	Tracks   string   `json:"tracks"`
	Rows     int      `json:"rows"`
	Birds    int      `json:"birds"`
	Most     int      `json:"most"` // largest number of birds in a frame
	Species  []string `json:"species,omitempty"`
	Frames   int      `json:"frames"`
	FPS      float64  `json:"fps"`
	TickRate int      `json:"tick_rate"`
	Seconds  float64  `json:"seconds"`
	Notes    []string `json:"notes"`
}

// Run imports the tracks.
func (c *options) Run(ctx context.Context, g *console.Console) error {
	if err := c.check(); err != nil {
		return err
	}
	defer g.SayFolder(c.Output)()
	scene, err := scenario.Builtin(scenario.DefaultBase)
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
	for _, note := range t.Notes {
		g.Say("%s: %s", c.Tracks, note)
	}
	if err := c.write(ctx, g, scene, t); err != nil {
		return usage.HintForce(err)
	}
	sum := importSummary{c.Output, c.Tracks, t.Rows, t.Birds, t.Most, t.Species, t.Frames, t.Rate(), t.TickRate, float64(t.Frames) / t.Rate(), append([]string{}, t.Notes...)}
	g.Say("%s: %s, at most %d at once, %s%s", c.Output, words.Count(t.Birds, "bird", "birds"), t.Most, words.Count(t.Frames, "frame", "frames"), pace(t, " at %d per second", ", one every %d s"))
	if g.JSON {
		return g.Document(sum)
	}
	return nil
}

func pace(t *tracks.Tracks, perSecond, every string) string {
	if t.Period > 1 {
		return fmt.Sprintf(every, t.Period)
	}
	return fmt.Sprintf(perSecond, t.FPS)
}

func (c *options) check() error {
	switch {
	case c.Output == "":
		return usage.Errorf("missing flags: --output=FILE.mcap")
	case !strings.HasSuffix(c.Output, ".mcap"):
		return usage.Errorf("--output %s: must be a name that ends in .mcap", c.Output)
	case c.FPS != usage.Rate{} && (c.FPS.Num > 1 && c.FPS.Den > 1 || c.FPS.Num > 1000 || c.FPS.Den > flock.MaxFrameSeconds):
		return usage.Errorf("--fps %v: must be a whole number from 1 to 1000, or 1/N for one frame in N seconds, such as 1/3600; N is at most %d", export.Rate(c.FPS), flock.MaxFrameSeconds)
	case !(c.Bridge >= 0 && c.Bridge <= 1e6):
		return usage.Errorf("--bridge %g: must be at least 0 seconds", c.Bridge)
	case !(c.Smooth >= 0 && c.Smooth <= 1e3):
		return usage.Errorf("--smooth %g: must be 0 to 1000 seconds", c.Smooth)
	case !(c.Likely >= 0 && c.Likely <= 1):
		return usage.Errorf("--likelihood %g: must be 0 to 1", c.Likely)
	case c.Height != nil && !(*c.Height >= 0 && *c.Height <= 10_000):
		return usage.Errorf("--height %g: must be 0 to 10000 metres", *c.Height)
	case c.Up != "" && c.Up != "y" && c.Up != "z":
		return usage.Errorf("--up %s: must be y or z", c.Up)
	}
	if kind := kinds.Of(c.Tracks); kind == kinds.Recording || kind == kinds.Scenario || kind == kinds.Bird {
		return usage.Errorf("%s is %s; this command needs a table of tracks (CSV, Parquet or text)", c.Tracks, kind)
	}
	if !c.Force {
		if _, err := os.Lstat(c.Output); err == nil {
			return usage.HintForce(&fs.PathError{Op: "create", Path: c.Output, Err: fs.ErrExist})
		}
	}
	return nil
}

func (c *options) options(scene *scenario.Scenario) (o tracks.Options, err error) {
	if o.Columns, err = tracks.ParseColumns(c.Columns); err != nil {
		return o, usage.Errorf("--columns: %w", err)
	}
	if c.Unit != "" {
		var ok bool
		if o.Unit, ok = tracks.ParseUnit(c.Unit); !ok {
			return o, usage.Errorf("--unit %s: must be m, cm, mm, km, ft, or a number of metres such as 0.01", c.Unit)
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
			return o, usage.Errorf("--%s %g: %w", strings.ReplaceAll(f.key, "_", "-"), *f.flag, err)
		}
	}
	if err := p.Validate(); err != nil {
		return o, usage.Wrap(err)
	}
	o.Up, o.Height, o.FPS, o.Bridge, o.Smooth, o.Skip = c.Up, c.Height, int(c.FPS.Num), c.Bridge, c.Smooth, c.Missing
	o.Period = int(c.FPS.Den)
	o.BodyPart, o.Likelihood = c.BodyPart, c.Likely
	o.Flap, o.Sink = float64(p.Float("flap_rate")), float64(p.Float("glide_sink"))
	return o, nil
}

func (c *options) read(ctx context.Context, g *console.Console, o tracks.Options) (*tracks.Tracks, error) {
	info, err := os.Stat(c.Tracks)
	var missing *fs.PathError
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usage.Name("%s: no such file or directory", c.Tracks)
	}
	if errors.As(err, &missing) {
		return nil, fmt.Errorf("%s: %w", c.Tracks, missing.Err)
	}
	if err != nil {
		return nil, err
	}
	bar := console.NewProgress(g, "reading "+c.Tracks, int(max(1, info.Size())))
	defer bar.End()
	o.Progress = func(done int64) { bar.Update(int(min(done, info.Size()))) }
	return tracks.Read(ctx, c.Tracks, o)
}

// sparseTrace is the length of traces, in frames, for tracks with less than one frame per second.
const sparseTrace = 12

// scene adds a flock for each species in the tracks. The flocks have no leaders, and each bird sees its seven
// nearest neighbours (Ballerini et al. 2008).
func (c *options) scene(s *scenario.Scenario, t *tracks.Tracks) error {
	s.File, s.Name = "", tracks.Title(c.Tracks)
	s.Description = fmt.Sprintf("%s imported from %s, %s", words.Count(t.Birds, "track", "tracks"), tracks.Name(c.Tracks), pace(t, "%d frames per second", "one frame every %d s"))
	s.Events, s.Surroundings, s.Seed = nil, around.Surroundings{}, 0
	for key, value := range map[string]any{"leadership": float32(0), "neighbourhood": "nearest", "nearest": 7, "lonely_count": 0} {
		if err := s.Params.Set(key, value); err != nil {
			return err
		}
	}
	s.Camera.Mode, s.Camera.Boid, s.Camera.Path = look.Auto, -1, ""
	s.Show.Traces, s.Show.Edge = look.TraceAll, false
	if t.Period > 1 {
		s.Show.TraceSeconds = sparseTrace
	}
	if err := c.bird(s); err != nil {
		return err
	}
	first := s.Flock
	for k, n := range t.Counts {
		single := first
		single.Species = t.Species[k]
		if err := single.Params.Set("count", n); err != nil {
			return err
		}
		if k == 0 {
			s.Flock = single
		} else {
			s.Others = append(s.Others, single)
		}
	}
	return nil
}

func (c *options) bird(s *scenario.Scenario) error {
	if !c.Choice.Given() {
		return nil
	}
	if err := c.Choice.Apply(s); err != nil {
		return err
	}
	_, err := bird.Baked(nil, nil, s)
	return err
}

func (c *options) write(ctx context.Context, g *console.Console, s *scenario.Scenario, t *tracks.Tracks) error {
	files, err := input.SceneFiles(s)
	if err != nil {
		return err
	}
	if t.Names != nil {
		files = append(files, idFile(t))
	}
	meta := record.MetaOf(s, t.FPS)
	meta.Period = t.Period
	meta.Imported, meta.TickRate, meta.Planned = tracks.Name(c.Tracks), t.TickRate, t.Frames
	out, err := recording.Create(c.Output, meta, recording.Options{Force: c.Force, Files: files})
	if err != nil {
		return err
	}
	if err := c.frames(ctx, g, out, s, t); err != nil {
		_ = out.Abort() // the earlier error is returned
		return err
	}
	if err := out.Close(); err != nil {
		return errors.Join(err, out.Abort())
	}
	return nil
}

func (c *options) frames(ctx context.Context, g *console.Console, out *recording.Writer, s *scenario.Scenario, t *tracks.Tracks) error {
	bar := console.NewProgress(g, "writing "+c.Output, t.Frames)
	defer bar.End()
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
		bar.Update(k + 1)
	}
	return nil
}

func idFile(t *tracks.Tracks) recording.File {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"id", "name"}) // a buffer returns no error
	for _, row := range t.Names {
		_ = w.Write(row[:])
	}
	w.Flush()
	return recording.File{Name: recording.NamesFile, MediaType: "text/csv", Data: b.Bytes()}
}
