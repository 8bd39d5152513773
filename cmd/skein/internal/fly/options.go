package fly

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/engine/studio"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// Options contains the flags of skein fly.
type Options struct {
	Scene      string     `arg:"" optional:"" name:"scenario" help:"What to show: a built-in scene, a .toml file, or a recording (.mcap) (default ${scene})."`
	Size       usage.Size `help:"Size of the window in screen units (default ${default})." default:"1280x720" placeholder:"WxH"`
	Camera     string     `help:"Camera to start with, instead of the scene's camera: fly, orbit, follow, eye, auto, leader or director, a camera file (.toml), or a camera in a table (.csv, .parquet), glTF (.glb, .gltf) or USD file (.usda, .usdc, .usd, .usdz)." placeholder:"MODE|FILE"`
	Tier       string     `help:"Quality of pictures, instead of the scene's: draft, good, best or auto. auto chooses the best tier that is fast enough." placeholder:"TIER"`
	MaxFPS     *int       `name:"max-fps" help:"Draw at most this many frames per second, instead of the limit in the Window menu." placeholder:"N"`
	Frames     int        `help:"Draw this many frames and exit." placeholder:"N"`
	Screenshot string     `help:"Save the last frame of --frames in this file." placeholder:"FILE.png"`
	Log        string     `help:"Write one line of JSON per drawn frame to this file." placeholder:"FILE.jsonl"`
	Headless   string     `help:"If no window can be opened, record ten seconds and draw them into this folder instead." placeholder:"DIR"`

	input.Simulation
	bird.Choice

	rec         *recording.Reader // nil for a scenario
	StartFrame  *int              `kong:"-"` // frame at which the recording is paused; nil to play from its first frame
	Opening     bool              `kong:"-"` // the opening scene is shown; see opening.go
	Unthrottled bool              `kong:"-"` // draw more often than the screen refreshes
}

// choosesFlock reports whether a flag chooses the flock or sets the number of pictures. If so, skein does not
// play the opening, which has as many birds as this machine can show.
func (c *Options) choosesFlock() bool {
	return c.Scene != "" || c.Seed != nil || c.Count != nil || len(c.Rule)+len(c.At) > 0 || c.Choice.Given() || c.Frames > 0
}

// LoadScene returns the scene to show, changed by the flags.
func (c *Options) LoadScene() (*scenario.Scenario, error) {
	switch {
	case c.Frames < 0:
		return nil, usage.Errorf("--frames %d: must be at least 1", c.Frames)
	case c.MaxFPS != nil && *c.MaxFPS < studio.LowestRate:
		return nil, usage.Errorf("--max-fps %d: must be at least %d, because a picture simulates at most 0.1 s", *c.MaxFPS, studio.LowestRate)
	case c.Frames == 0 && c.Screenshot != "":
		return nil, usage.Errorf("--screenshot needs --frames N: it saves the last of these frames")
	}
	if c.Tier != "" {
		if _, err := input.TierOf(c.Tier); err != nil {
			return nil, err
		}
	}
	if kinds.IsRecording(c.Scene) {
		return c.loadRecording()
	}
	c.Scene = cmp.Or(c.Scene, scenario.Default())
	sc, err := c.Load(c.Scene)
	if err != nil {
		return nil, input.SuggestRecording(c.Scene, err)
	}
	if err := input.SetCamera(sc, c.Camera); err != nil {
		return nil, err
	}
	return sc, c.Choice.Apply(sc)
}

// tier returns the tier of --tier. It applies only to this run and is not saved with the scene.
func (c *Options) tier() (t look.Tier, given bool) {
	t, err := input.TierOf(c.Tier)
	return t, err == nil
}

func (c *Options) lookOf(sc *scenario.Scenario) look.Look {
	l := sc.Look
	if t, given := c.tier(); given {
		l.Show.Tier = t
	}
	return l
}

func (c *Options) loadRecording() (*scenario.Scenario, error) {
	if c.Seed != nil || c.Count != nil || c.At != nil || c.Rule != nil {
		return nil, usage.Errorf("--seed, --count, --at and --rule cannot be used with the recording %s; they need a scenario", c.Scene)
	}
	rec, err := input.Open(c.Scene)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, input.MissingRecording(c.Scene, err)
	}
	if err != nil {
		return nil, err
	}
	sc, err := input.SceneOf(rec, c.Camera, &c.Choice)
	if err == nil && rec.Frames() == 0 {
		err = fmt.Errorf("%s: no frames to play", c.Scene)
	}
	if err != nil {
		rec.Close()
		return nil, err
	}
	c.rec = rec
	return sc, nil
}
