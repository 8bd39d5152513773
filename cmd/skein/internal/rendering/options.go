package rendering

import (
	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/farm"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
)

// Options contains the flags of skein render.
type Options struct {
	Input      string           `arg:"" name:"recording|scenario" help:"A recording (.mcap), a built-in scene or a .toml file."`
	Output     string           `short:"o" required:"" help:"What to write. Numbered pictures: frame_####.png or frame_%04d.png. One picture or strip: NAME.png. Pictures can also be OpenEXR (.exr) or TIFF with 16 bits per colour (.tif). A film, made with ffmpeg: .mp4, .mkv, .webm, .mov or .gif. With --figure, a figure: .svg, .pdf or .png." placeholder:"FILE"`
	Frames     string           `help:"Pictures to draw, counted from 1. For example, 1-10,20-100:5,200- means 1 to 10, every fifth from 20 to 100 (or 20-100x5), and all from 200." placeholder:"LIST"`
	StartFrame usage.StartFrame `default:"1" help:"Number of the first frame, such as 1001. --frames, the file names and the time code of a film use this numbering (default ${default})." placeholder:"N"`
	FPS        usage.Rate       `name:"fps" help:"Pictures per second, such as 24, 29.97 or 30000/1001. Pictures between recorded frames are interpolated (default: the recording's rate, or 30 for a scenario)." placeholder:"F"`
	Strip      int              `help:"Put this many pictures side by side into one picture. They are evenly spaced in time." placeholder:"N"`
	Size       usage.Size       `help:"Size of a picture in pixels (default ${default})." default:"1280x720" placeholder:"WxH"`
	Camera     string           `help:"Camera, instead of the scene's: fly, orbit, follow, eye, auto, leader or director, a camera file (.toml), or a camera in a table (.csv, .parquet), glTF (.glb, .gltf) or USD file (.usda, .usdc, .usd, .usdz)." placeholder:"MODE|FILE"`
	Boid       string           `help:"The boid that the camera follows or whose view it shows, instead of the scene's. leader means the current leader." placeholder:"N|leader"`
	Force      bool             `short:"f" help:"Replace existing files."`

	Resume      bool   `help:"Skip numbered pictures that exist. The command fails if an existing picture was made from something else."`
	Depth       int    `help:"Bits per colour of a .png: 8 or 16 (default ${default})." enum:"8,16" default:"8" placeholder:"N"`
	Codec       string `help:"Codec of a film with 10 bits per colour. prores: ProRes 4444 (.mov), can be transparent. hevc: .mp4, .mov or .mkv. dnxhr: DNxHR HQX (.mov)." placeholder:"NAME"`
	Transparent bool   `help:"Draw birds on a transparent background: no sky, ground, shadows, traces or edge of the world. A film must be .webm, .mov or .mkv."`
	Traces      string `help:"Boids whose traces are drawn, instead of the scene's choice: none, all, leaders or selected. With --transparent or --plain, the default is none." placeholder:"WHOSE"`
	Colour      string `help:"Quantity that colours the birds, instead of the scene's: nothing, speed, eccentricity, neighbours, leaders, cluster, species or escape (the time since they last led). With --figure, also rule (a rule's share of the steering)." placeholder:"WHAT"`
	NoLegend    bool   `help:"Leave out the legend of --colour, which is in the lower right corner of a .png or a film."`
	Links       bool   `help:"Draw lines between mutual neighbours."`
	Bones       bool   `help:"Draw the centre of the flock, its path, its axes and its hull."`
	Vision      bool   `help:"Outline the boid that the camera follows, draw its vision sphere, and colour the boids that it sees."`
	Things      bool   `help:"Draw marks for paths, places, perches and winds."`
	Plain       bool   `help:"Draw only the birds: no traces, no edge of the world, no inset, and no special colours of leaders and the selected boid."`
	Samples     int    `help:"Average this many subframes per picture. This gives smooth edges, motion blur, soft shadows and depth of field (default ${default})." default:"1" placeholder:"N"`
	Cryptomatte bool   `help:"Add a Cryptomatte to an .exr. With it, compositing programs select birds by name. Use --samples for smooth edges."`
	Layers      Layers `help:"Add layers to an .exr. normal: N.X, N.Y and N.Z, unit vectors in the world with Y up. motion: forward.u and forward.v, in pixels to the right and up until the next picture, as in Nuke." placeholder:"normal,motion"`
	ExposureFlags
	Tier string `help:"Quality of pictures: draft, good or best (default ${default})." enum:"draft,good,best" default:"best" placeholder:"TIER"`
	GPU  *int   `name:"gpu" help:"Draw on this GPU, counted from 0, through the device platform of EGL." placeholder:"N"`

	FigureFlags
	Seconds *float64 `help:"For a scenario: simulated seconds to draw (default 10)." placeholder:"S"`
	farm.Sharing
	input.PartialFlag
	input.Simulation
	bird.Choice
}

// Summary is the output of --json.
type Summary struct {
	File    string  `json:"file"`
	Frames  []int   `json:"frames"`  // numbers of the drawn pictures
	Skipped int     `json:"skipped"` // pictures that existed before
	FPS     float64 `json:"fps"`
	Width   int     `json:"width"`
	Height  int     `json:"height"`
	Samples int     `json:"samples"` // subframes per picture
}

// AfterApply replaces a picture number in --output, such as %04d, with # characters.
func (c *Options) AfterApply() (err error) {
	c.Output, err = kinds.NumberedName(c.Output)
	return err
}

func pickEvenly(frames []int, n int) []int {
	if n >= len(frames) {
		return frames
	}
	out := make([]int, n)
	for i := range out {
		out[i] = frames[i*(len(frames)-1)/max(n-1, 1)]
	}
	return out
}
