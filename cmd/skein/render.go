package main

import (
	"path/filepath"
	"strings"

	"skein/flock/export"
)

// RenderCmd draws a recording, or a scenario as it would be recorded.
type RenderCmd struct {
	Input  string `arg:"" name:"recording|scenario" help:"A recording (.mcap), a built-in scene or a .toml file."`
	Output string `short:"o" required:"" help:"frame_####.png (or frame_%04d.png) for a picture a frame, NAME.png for one picture or a strip, .exr likewise, or a film by ffmpeg: .mp4, .mkv, .webm, .gif." placeholder:"FILE"`
	Frames string `help:"Which pictures, as 1-10,20-100:5,200- (or 20-100x5). The first is 1." placeholder:"LIST"`
	FPS    Rate   `name:"fps" help:"Pictures a second, such as 24, 29.97 or 30000/1001, also between recorded frames (default the recording's own, and 30 of a scenario)." placeholder:"F"`
	Strip  int    `help:"Put this many of the pictures, evenly spaced, side by side into one." placeholder:"N"`
	Size   Size   `help:"Size of a picture in pixels (default ${default})." default:"1280x720" placeholder:"WxH"`
	Camera string `help:"fly, orbit, follow, eye, auto or leader, or a camera file (.toml), or a camera that was matched (.csv, .glb, .gltf), instead of the scene's." placeholder:"MODE|FILE"`
	Boid   string `help:"The boid to follow, to look from and to mark, instead of the scene's; leader: whoever leads is followed or looked from." placeholder:"N|leader"`
	Force  bool   `short:"f" help:"Replace what is there."`

	Resume      bool   `help:"Leave out the numbered pictures that are there already; they must be of this render."`
	Depth       int    `help:"Bits a colour of a .png: 8 or 16 (default ${default})." enum:"8,16" default:"8" placeholder:"N"`
	Transparent bool   `help:"Draw no sky, ground, shadows, traces, edge and vision sphere: pictures are clear where nothing flies."`
	Traces      string `help:"Whose traces to draw, instead of the scene's: none, all, leaders or selected. With --transparent and --plain there are none without it." placeholder:"WHOSE"`
	Colour      string `help:"What birds are coloured by, instead of what the scene says: nothing, speed, eccentricity, neighbours, leaders, cluster, species or escape, the time since they last took the lead." placeholder:"WHAT"`
	NoLegend    bool   `help:"Leave out the legend of the birds' colours, which a .png or a film of them has in its lower right corner."`
	Links       bool   `help:"Draw lines between mutual neighbours."`
	Bones       bool   `help:"Draw the flock's centre and the way it came, its axes and its hull."`
	Things      bool   `help:"Draw marks where paths, places, perches and winds are."`
	Plain       bool   `help:"Draw birds alone: no traces, no edge, no vision sphere, no inset, and no colours of leaders or of the selected boid."`
	Samples     int    `help:"Take each picture as the mean of this many subframes: smooth edges, motion blur, soft shadows, depth of field (default ${default})." default:"1" placeholder:"N"`
	ExposureFlags
	Tier string `help:"How good pictures are: draft, good or best (default ${default})." enum:"draft,good,best" default:"best" placeholder:"TIER"`
	GPU  *int   `name:"gpu" help:"Draw on this GPU, counted from 0, by EGL's device platform." placeholder:"N"`

	Seconds *float64 `help:"Of a scenario: simulated seconds to draw (default 10)." placeholder:"S"`
	FarmFlags
	WorldFlags
	BirdFlags
}

// renderSummary is what --json prints.
type renderSummary struct {
	File    string  `json:"file"`
	Frames  []int   `json:"frames"`  // drawn
	Skipped int     `json:"skipped"` // there already
	FPS     float64 `json:"fps"`
	Width   int     `json:"width"`
	Height  int     `json:"height"`
	Samples int     `json:"samples"` // subframes of a picture
}

// Help is shown below the flags' own.
func (RenderCmd) Help() string {
	return `A recording is drawn with the scene, the light and the camera it was made with.
Picture 1 shows the recording's first frame; with --fps, picture n the instant
(n-1)/F seconds later, where positions follow a cubic through the recorded ones.
A picture depends on the recording and its instant alone, so pictures can be drawn
in any order, at any rate, by any number of machines. Of a scenario 30 frames a second
are recorded for it. Each file appears whole, and says what it was made from, in text
chunks of a .png and string attributes of an .exr: the recording and its state there
(sums), the frame, the camera, size, bird, light and what else was set; no path and no
time. --resume refuses pictures that were made from anything else, and says what
differs.

--camera follow is behind --boid: so many of its wingspans away, off its tail and above
it as trail, sway and rise under [camera] say. --camera leader does so with one leader
after the other, with a cut to the next that breaks away; --camera eye --boid leader
looks with its eyes. --camera auto keeps every bird in the picture, but those that are
more than six times as far from the middle as half of the flock is. A camera file holds keys, which the camera goes through
smoothly, with a level horizon unless one is rolled; C drops one in the window:

  version = 1
  [[key]]
  time = 0.0                # seconds of simulated time
  position = [0, 12, 40]    # metres, Y up
  target = [0, 15, 0]       # or look = [x, y, z], or orientation = [w, x, y, z]
  fov = 40                  # degrees; also roll, cut = true, and linear = true

A camera that was matched to a film is its camera file, too: a .csv with the columns time
(s), px py pz (m, Y up), qw qx qy qz (from right, up, backward to the world's axes) or tx
ty tz (what it looks at), and fov (vertical, degrees); or a .glb or .gltf, of which it is
the first camera, as the animation has it.

--samples 64 looks like film: each subframe is an instant while the shutter is open,
half of the time between pictures (180°) unless --shutter says otherwise, seen through
a point of the lens and shifted by up to 3/4 of a pixel (a triangle filter), with shadows from
a point of the sun's disc; they are added up in linear light. Birds and cameras move,
wings beat; cuts, and birds moved across the world, leave no smear. The shutter is open
around the picture's instant, or as near to it as the recording's ends and cuts allow.
--aperture f/2 gives the lens the diameter it has at the camera's angle of view on film
24 mm high; a flock is large, so blur that shows takes a larger one (--aperture 0.2).
What is out of focus is blurred between the points of the lens, so that it does not show
as often as there are subframes; not where --transparent has obstacles cut holes.
A scenario sets shutter, aperture and focus under [camera].

An .exr holds linear light times the exposure (R G B, multiplied with A; halves) and,
of each pixel's middle, Z, the depth along the view in metres (1e10: sky), and id, the
boid there (-1: none), as floats; with --samples those of the instant in the middle of
the shutter's time, sharp.

With --transparent there are no traces and no vision sphere, unless --traces asks for
traces, and a .png holds colours as they are shown, not multiplied with A, an .exr
light multiplied with A. Blurred wings mix with another background as light does only
where it is laid under an .exr. Films go by BT.709.

Films go by even sides: of an odd one the last row or column of pixels is there twice.

Examples:

  skein render run.mcap -o shot.mp4
  skein render run.mcap -o shot/####.png --frames 1-240 --fps 24 --size 1920x1080
  skein render murmuration -o strip.png --seconds 8 --strip 5 --size 480x270
  skein render run.mcap -o eye.mp4 --camera eye --boid 12
  skein render run.mcap -o film.mp4 --fps 24 --samples 64 --aperture f/1.4 --focus auto
  skein render run.mcap -o shot/####.png --resume --shard 2/8
  skein render run.mcap -o shot/####.png --slurm 16 > shot.sbatch && sbatch shot.sbatch
  seq 8 | parallel skein render run.mcap -o shot/####.png --resume --shard {}/8`
}

// AfterApply has the picture's number in --output where it may stand otherwise.
func (c *RenderCmd) AfterApply() (err error) {
	c.Output, err = numbered(c.Output)
	return err
}

// numbered is the name of output, with #s for a frame's number.
func numbered(output string) (string, error) {
	name, err := export.Pattern(output)
	if err != nil {
		return "", usagef("--output %w", err)
	}
	return name, nil
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
	case ".png", ".exr":
		if strings.Contains(filepath.Base(name), "#") {
			return manyPictures, nil
		}
		return onePicture, nil
	case ".mp4", ".mkv", ".webm", ".gif":
		return film, nil
	}
	return 0, usagef("--output %s: want a name that ends in .png, .exr, .mp4, .mkv, .webm or .gif", name)
}

// isEXR says whether pictures of a name are OpenEXR's.
func isEXR(name string) bool { return strings.EqualFold(filepath.Ext(name), ".exr") }

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
