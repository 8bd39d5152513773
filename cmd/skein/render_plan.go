package main

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"skein/engine/capture"
	"skein/flock/export"
	"skein/flock/look"
)

// pace says which instants of a recording pictures show: picture 1 its first
// frame, and the others from there at a rate of their own.
type pace struct {
	recorded int         // frames
	rate     int         // of them a second
	fps      export.Rate // pictures a second
}

// pictures is how many pictures the recording gives.
func (p pace) pictures() int {
	if p.recorded == 0 {
		return 0
	}
	last, _ := p.fps.Upto(p.recorded-1, p.rate)
	return last + 1
}

// at is where picture n lies in the recording: frames from its first.
func (p pace) at(n int) float64 {
	i, share := p.fps.Place(n-1, p.rate)
	return float64(i) + share
}

// renderPlan is what to draw.
type renderPlan struct {
	kind   outputKind
	pace   pace
	frames []int // numbers of pictures
	there  []int // left out for being there
}

// plan settles which pictures to draw of how many frames, rate a second.
func (c *RenderCmd) plan(recorded, rate int) (p renderPlan, err error) {
	if p, err = c.whole(recorded, rate); err != nil {
		return p, err
	}
	first, last := c.Shard.of(len(p.frames))
	p.frames = p.frames[first:last]
	return p, c.makeWay(&p)
}

// whole is the plan of all shards, whatever is there already.
func (c *RenderCmd) whole(recorded, rate int) (p renderPlan, err error) {
	if p.kind, err = outputOf(c.Output); err != nil {
		return p, err
	}
	if err := c.checkOutput(p.kind); err != nil {
		return p, err
	}
	p.pace = pace{recorded: recorded, rate: rate, fps: c.FPS.or(rate)}
	p.frames, err = c.frames(p.kind, p.pace.pictures())
	return p, err
}

// checkOutput refuses flags that do not suit the kind of output.
func (c *RenderCmd) checkOutput(kind outputKind) error {
	if err := c.checkSamples(); err != nil {
		return err
	}
	switch {
	case kind != manyPictures && c.Shard.given():
		return usagef("--shard: --output %s is one file; want numbered pictures, such as frame_####.png", c.Output)
	case kind != manyPictures && c.Resume:
		return usagef("--resume: --output %s is one file; want numbered pictures, such as frame_####.png", c.Output)
	case c.Tier == look.TierNames()[look.TierDraft] && (isEXR(c.Output) || c.Samples > 1):
		return usagef("--tier draft: of linear light, and of many subframes, there are no drafts: want good, or a .png or a film without --samples")
	case c.Resume && c.Force:
		return usagef("--resume keeps what is there and --force replaces it: want one of them")
	case c.Strip < 0:
		return usagef("--strip %d: want at least 1", c.Strip)
	case c.Strip > 0 && kind != onePicture:
		return usagef("--strip: --output %s is not one picture; want a name such as strip.png", c.Output)
	case c.Depth == 16 && (kind == film || isEXR(c.Output) || c.Strip > 0):
		return usagef("--depth 16 is for pictures that end in .png")
	case c.Traces != "" && !slices.Contains(look.TraceNames(), c.Traces):
		return usagef("--traces %s: want %s", c.Traces, strings.Join(look.TraceNames(), ", "))
	case c.Strip > 0 && isEXR(c.Output):
		return usagef("--strip: want a name that ends in .png")
	case c.Transparent && kind == film:
		return usagef("--transparent: a film has no transparency here; want pictures, such as frame_####.png")
	case kind == film:
		return capture.Videos()
	}
	return nil
}

// frames are the numbers of the pictures asked for.
func (c *RenderCmd) frames(kind outputKind, total int) ([]int, error) {
	if total == 0 {
		return nil, errors.New(c.Input + ": no frames to draw")
	}
	var list []export.Range
	if c.Frames != "" {
		var err error
		if list, err = export.ParseFrames(c.Frames); err != nil {
			return nil, usagef("--frames: %w", err)
		}
	}
	frames, err := export.Select(list, total)
	if err != nil {
		return nil, usagef("--frames: %w", err)
	}
	if c.Strip > 0 {
		frames = evenly(frames, c.Strip)
	}
	if kind == onePicture && c.Strip == 0 && len(frames) != 1 {
		return nil, usagef("--output %s is one picture for %d frames: name one with --frames, or ask for --strip or for many (####.png)", c.Output, len(frames))
	}
	return frames, nil
}

// makeWay sees that the pictures can be written before time is spent on them: it
// makes their folder, tries it, and refuses to replace what is there unless told
// to, or leaves it out.
func (c *RenderCmd) makeWay(p *renderPlan) error {
	dir := filepath.Dir(c.Output)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	probe, err := os.CreateTemp(dir, ".skein-*")
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			path.Op, path.Path = "writing into", dir
		}
		return err
	}
	probe.Close()
	os.Remove(probe.Name())
	missing := p.frames[:0:0]
	for _, n := range p.frames {
		path := export.Numbered(c.Output, n)
		at, err := os.Lstat(path)
		switch {
		case err == nil && at.IsDir():
			return &fs.PathError{Op: "render", Path: path, Err: syscall.EISDIR}
		case c.Force || err != nil:
			missing = append(missing, n)
		case !c.Resume:
			return hintForce(&fs.PathError{Op: "render", Path: path, Err: fs.ErrExist})
		default:
			p.there = append(p.there, n)
		}
	}
	p.frames = missing
	return nil
}

// printJob prints a farm's job that draws this.
func (c *RenderCmd) printJob(g *Globals) error {
	kind, err := outputOf(c.Output)
	if err != nil {
		return err
	}
	if kind != manyPictures {
		return usagef("--output %s is one file; a farm shares numbered pictures, such as frame_####.png", c.Output)
	}
	if err := cmp.Or(c.checkOutput(kind), c.checkJob()); err != nil {
		return err
	}
	pictures, err := c.rehearse(g)
	if err != nil {
		return err
	}
	return c.job(g, c.Output, pictures, !c.Force)
}

// rehearse refuses what the job's parts would, and says how many pictures there are
// to draw. The recording may be yet to come, from a job before: then it is 0.
func (c *RenderCmd) rehearse(g *Globals) (pictures int, err error) {
	src, err := c.source(g)
	if isRecording(c.Input) && errors.Is(err, fs.ErrNotExist) {
		g.say("%s is not there yet", c.Input)
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer src.close()
	p, err := c.whole(src.frames, src.rate)
	if err != nil {
		return 0, err
	}
	return len(p.frames), src.check(&p)
}
