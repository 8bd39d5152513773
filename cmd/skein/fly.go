package main

import (
	"fmt"

	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// FlyCmd opens the window.
type FlyCmd struct {
	Scene      string `arg:"" optional:"" default:"${scene}" name:"scenario" help:"A built-in scene, a .toml file, or a recording (.mcap) to play (default ${default})."`
	Size       Size   `help:"Size of the window in screen units (default ${default})." default:"1280x720" placeholder:"WxH"`
	Camera     string `help:"Start with fly, orbit, follow, eye, auto or leader, or along a camera file (.toml), or a camera that was matched (.csv, .glb, .gltf), instead of the scene's camera." placeholder:"MODE|FILE"`
	Tier       string `help:"How good pictures are: draft, good or best, or auto, the best that is drawn fast enough, instead of what the scene says." placeholder:"TIER"`
	Frames     int    `help:"Draw this many frames and exit." placeholder:"N"`
	Screenshot string `help:"Save the last of --frames here." placeholder:"FILE.png"`
	Log        string `help:"Write a line of JSON per drawn frame here." placeholder:"FILE.jsonl"`
	Headless   string `help:"Where no window can be opened, simulate and record ten seconds and draw them into this folder instead." placeholder:"DIR"`

	WorldFlags
	BirdFlags

	rec    *recording.Reader // of a recording that is played
	halted *int              // frame of it to begin at, paused; nil: play
	free   bool              // of the screen's rhythm: frames follow each other as fast as they can
}

// Help is shown below the flags' own.
func (FlyCmd) Help() string {
	return `F1 shows the keys. Examples:

  skein
  skein paper --count 400
  skein run.mcap
  skein fly --bird parrot.glb
  skein fly --frames 300 --screenshot shot.png`
}

// scene is what to fly through, with the flags applied.
func (c *FlyCmd) scene() (*scenario.Scenario, error) {
	switch {
	case c.Frames < 0:
		return nil, usagef("--frames %d: want at least 1", c.Frames)
	case c.Frames == 0 && c.Screenshot != "":
		return nil, usagef("--screenshot saves the last of --frames N, which is not given")
	}
	if c.Tier != "" {
		if _, err := tierOf(c.Tier); err != nil {
			return nil, err
		}
	}
	if isRecording(c.Scene) {
		return c.recorded()
	}
	sc, err := c.load(c.Scene)
	if err != nil {
		return nil, err
	}
	if err := setCamera(sc, c.Camera); err != nil {
		return nil, err
	}
	return sc, c.BirdFlags.apply(sc)
}

// tier is that of --tier, which is this run's and not the scene's.
func (c *FlyCmd) tier() (t look.Tier, asked bool) {
	t, err := tierOf(c.Tier)
	return t, err == nil
}

// seen is how a scene is seen, in the tier of --tier.
func (c *FlyCmd) seen(sc *scenario.Scenario) look.Look {
	l := sc.Look
	if t, asked := c.tier(); asked {
		l.Show.Tier = t
	}
	return l
}

// recorded is the scene of a recording, which stays open in c.rec.
func (c *FlyCmd) recorded() (*scenario.Scenario, error) {
	if c.Seed != nil || c.Count != nil || c.At != nil {
		return nil, usagef("--seed, --count and --at are for a scenario; %s is a recording", c.Scene)
	}
	rec, err := openRec(c.Scene)
	if err != nil {
		return nil, err
	}
	sc, err := sceneOf(rec, c.Camera, &c.BirdFlags)
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

// sceneOf is the scene that a recording was made of, with the flags applied.
func sceneOf(rec *recording.Reader, camera string, bird *BirdFlags) (*scenario.Scenario, error) {
	sc, err := export.Scene(rec.Meta())
	if err != nil {
		return nil, err
	}
	if err := readObstacles(rec, sc); err != nil {
		return nil, err
	}
	if camera == look.Leader.String() && rec.Meta().Imported != "" {
		return nil, errNoLeaders("--camera leader")
	}
	if err := setCamera(sc, camera); err != nil {
		return nil, err
	}
	return sc, bird.apply(sc)
}

// errNoLeaders refuses to follow leaders among birds of whom nobody knows who leads.
func errNoLeaders(what string) error {
	return usagef("%s: of imported tracks nobody says who leads: want another camera, such as auto, or a boid's number", what)
}
