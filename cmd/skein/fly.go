package main

import (
	"strings"

	"skein/flock/scenario"
)

// FlyCmd opens the window.
type FlyCmd struct {
	Scene      string `arg:"" optional:"" default:"murmuration" name:"scenario" help:"A built-in scene or a .toml file (default ${default})."`
	Size       Size   `help:"Size of the window in screen units (default ${default})." default:"1280x720" placeholder:"WxH"`
	Camera     string `help:"Start with fly, orbit, follow or eye, instead of the scene's camera." placeholder:"MODE"`
	Frames     int    `help:"Draw this many frames and exit." placeholder:"N"`
	Screenshot string `help:"Save the last of --frames here." placeholder:"FILE.png"`
	Log        string `help:"Write a line of JSON per drawn frame here." placeholder:"FILE.jsonl"`
	Headless   string `help:"Where no window can be opened, simulate and record ten seconds and draw them into this folder instead." placeholder:"DIR"`

	WorldFlags
	BirdFlags

	free bool // of the screen's rhythm: frames follow each other as fast as they can
}

// Help is shown below the flags' own.
func (FlyCmd) Help() string {
	return `F1 shows the keys. Examples:

  skein
  skein paper --count 400
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
	case strings.HasSuffix(c.Scene, ".mcap"):
		return nil, usagef("%s is a recording: skein render draws it, skein export hands it over", c.Scene)
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
