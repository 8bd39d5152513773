package main

import (
	"path/filepath"
	"strings"
)

// RenderCmd draws a recording, or a scenario as it would be recorded.
type RenderCmd struct {
	Input  string `arg:"" name:"recording|scenario" help:"A recording (.mcap), a built-in scene or a .toml file."`
	Output string `short:"o" required:"" help:"frame_####.png for a picture a frame, NAME.png for one picture or a strip, or a film by ffmpeg: .mp4, .mkv, .webm, .gif." placeholder:"FILE"`
	Frames string `help:"Which frames, as 1-10,20-100:5,200-. The first is 1." placeholder:"LIST"`
	Strip  int    `help:"Put this many of the frames, evenly spaced, side by side into one picture." placeholder:"N"`
	Size   Size   `help:"Size of a picture in pixels (default ${default})." default:"1280x720" placeholder:"WxH"`
	Camera string `help:"fly, orbit, follow or eye, instead of the scene's." placeholder:"MODE"`
	Boid   int    `help:"The boid to follow, to look from and to mark, instead of the scene's." default:"-1" placeholder:"N"`
	Force  bool   `short:"f" help:"Replace what is there."`

	Seconds *float64 `help:"Of a scenario: simulated seconds to draw (default 10)." placeholder:"S"`
	FPS     *int     `name:"fps" help:"Of a scenario: frames a second; divides its ticks a second (default 30)." placeholder:"F"`
	WorldFlags
	BirdFlags
}

// ofScenario says whether a flag is given that only a scenario can heed.
func (c *RenderCmd) ofScenario() bool {
	return c.Seconds != nil || c.FPS != nil || c.Seed != nil || c.Count != nil
}

// renderSummary is what --json prints.
type renderSummary struct {
	File   string `json:"file"`
	Frames []int  `json:"frames"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// Help is shown below the flags' own.
func (RenderCmd) Help() string {
	return `A recording is drawn with the scene, the light and the camera it was made with.

Examples:

  skein render run.mcap -o shot.mp4
  skein render run.mcap -o shot/####.png --frames 1-240 --size 1920x1080
  skein render murmuration -o strip.png --seconds 8 --strip 5 --size 480x270
  skein render run.mcap -o eye.mp4 --camera eye --boid 12`
}

// kind of output a file name asks for.
type outputKind int

const (
	onePicture outputKind = iota
	manyPictures
	film
)

func outputOf(name string) (outputKind, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png":
		switch parts := strings.FieldsFunc(filepath.Base(name), func(r rune) bool { return r != '#' }); len(parts) {
		case 0:
			return onePicture, nil
		case 1:
			return manyPictures, nil
		}
		return 0, usagef("--output %s: want one run of #, for the frame's number", name)
	case ".mp4", ".mkv", ".webm", ".gif":
		return film, nil
	}
	return 0, usagef("--output %s: want a name that ends in .png, .mp4, .mkv, .webm or .gif", name)
}

// evenly picks n of the frames, evenly spaced, the first and the last included.
func evenly(frames []int, n int) []int {
	if n >= len(frames) {
		return frames
	}
	out := make([]int, n)
	for i := range out {
		out[i] = frames[i*(len(frames)-1)/max(n-1, 1)]
	}
	return out
}
