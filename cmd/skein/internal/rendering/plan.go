package rendering

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/engine/capture"
	"skein/flock/export"
	"skein/flock/look"
)

// pace says which instants of a recording pictures show: picture 1 its first
// frame, and the others from there at a rate of their own.
type pace struct {
	recorded int         // frames
	rate     int         // of them a second
	FPS      export.Rate // pictures a second
}

// pictures returns how many pictures the recording gives.
func (p pace) pictures() int {
	if p.recorded == 0 {
		return 0
	}
	last, _ := p.FPS.Upto(p.recorded-1, p.rate)
	return last + 1
}

// at returns where picture n lies in the recording: frames from its first.
func (p pace) at(n int) float64 {
	i, share := p.FPS.Place(n-1, p.rate)
	return float64(i) + share
}

// renderPlan is what to draw.
type renderPlan struct {
	kind   kinds.Output
	pace   pace
	frames []int // numbers of pictures
	there  []int // left out for being there
}

// plan settles which pictures to draw of how many frames, rate a second.
func (c *Options) plan(recorded, rate int) (p renderPlan, err error) {
	if p, err = c.whole(recorded, rate); err != nil {
		return p, err
	}
	first, last := c.Shard.Of(len(p.frames))
	p.frames = p.frames[first:last]
	return p, c.makeWay(&p)
}

// whole returns the plan of all shards, whatever is there already.
func (c *Options) whole(recorded, rate int) (p renderPlan, err error) {
	if p.kind, err = kinds.OutputOf(c.Output); err != nil {
		return p, err
	}
	if err := c.checkOutput(p.kind); err != nil {
		return p, err
	}
	p.pace = pace{recorded: recorded, rate: rate, FPS: c.FPS.Or(rate)}
	p.frames, err = c.frames(p.kind, p.pace.pictures())
	return p, err
}

// checkOutput refuses flags that do not suit the kind of output.
func (c *Options) checkOutput(kind kinds.Output) error {
	if err := c.checkSamples(); err != nil {
		return err
	}
	switch {
	case kind != kinds.ManyPictures && c.Shard.Given():
		return usage.Errorf("--shard: --output %s is one file; want numbered pictures, such as frame_####.png", c.Output)
	case kind != kinds.ManyPictures && c.Resume:
		return usage.Errorf("--resume: --output %s is one file; want numbered pictures, such as frame_####.png", c.Output)
	case c.Tier == look.TierNames()[look.TierDraft] && (kinds.IsEXR(c.Output) || c.Samples > 1):
		return usage.Errorf("--tier draft: of linear light, and of many subframes, there are no drafts: want good, or a .png or a film without --samples")
	case c.Resume && c.Force:
		return usage.Errorf("--resume keeps what is there and --force replaces it: want one of them")
	case c.Strip < 0:
		return usage.Errorf("--strip %d: want at least 1", c.Strip)
	case c.Strip > 0 && kind != kinds.OnePicture:
		return usage.Errorf("--strip: --output %s is not one picture; want a name such as strip.png", c.Output)
	case c.Depth == 16 && (kind == kinds.Film || kinds.IsEXR(c.Output) || c.Strip > 0):
		return usage.Errorf("--depth 16 is for pictures that end in .png")
	case c.Traces != "" && !slices.Contains(look.TraceNames(), c.Traces):
		return usage.Errorf("--traces %s: want %s", c.Traces, strings.Join(look.TraceNames(), ", "))
	case c.Strip > 0 && kinds.IsEXR(c.Output):
		return usage.Errorf("--strip: want a name that ends in .png")
	case c.Transparent && kind == kinds.Film:
		return usage.Errorf("--transparent: a film has no transparency here; want pictures, such as frame_####.png")
	case kind == kinds.Film:
		return capture.CheckFFmpeg()
	}
	return nil
}

// frames returns the numbers of the pictures asked for.
func (c *Options) frames(kind kinds.Output, total int) ([]int, error) {
	if total == 0 {
		return nil, errors.New(c.Input + ": no frames to draw")
	}
	var list []export.Range
	if c.Frames != "" {
		var err error
		if list, err = export.ParseFrames(c.Frames); err != nil {
			return nil, usage.Errorf("--frames: %w", err)
		}
	}
	frames, err := export.Select(list, total)
	if err != nil {
		return nil, usage.Errorf("--frames: %w", err)
	}
	if c.Strip > 0 {
		if err := c.checkStrip(len(frames)); err != nil {
			return nil, err
		}
		frames = evenly(frames, c.Strip)
	}
	if kind == kinds.OnePicture && c.Strip == 0 && len(frames) != 1 {
		return nil, usage.Errorf("--output %s is one picture for %d frames: name one with --frames, or ask for --strip or for many (####.png)", c.Output, len(frames))
	}
	return frames, nil
}

// maxStrip is how wide a strip may be, in pixels: many programs open nothing wider.
const maxStrip = 65535

// checkStrip refuses a strip of more pictures than there are, or that is too wide.
func (c *Options) checkStrip(pictures int) error {
	switch widest := maxStrip / c.Size.X; {
	case c.Strip > pictures:
		return usage.Errorf("--strip %d: there is a choice of %s: want 1 to %d", c.Strip, words.Count(pictures, "picture", "pictures"), pictures)
	case c.Strip > widest:
		return usage.Errorf("--strip %d: so many pictures of %d pixels are wider than %d: want at most %d, or a smaller --size", c.Strip, c.Size.X, maxStrip, widest)
	}
	return nil
}

// makeWay sees that the pictures can be written before time is spent on them: it
// makes their folder, tries it, and refuses to replace what is there unless told
// to, or leaves it out.
func (c *Options) makeWay(p *renderPlan) error {
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
			return usage.HintForce(&fs.PathError{Op: "render", Path: path, Err: fs.ErrExist})
		default:
			p.there = append(p.there, n)
		}
	}
	p.frames = missing
	return nil
}

// printJob prints a farm's job that draws this.
func (c *Options) printJob(g *console.Console) error {
	kind, err := kinds.OutputOf(c.Output)
	if err != nil {
		return err
	}
	if kind != kinds.ManyPictures {
		return usage.Errorf("--output %s is one file; a farm shares numbered pictures, such as frame_####.png", c.Output)
	}
	if err := cmp.Or(c.checkOutput(kind), c.Check()); err != nil {
		return err
	}
	pictures, err := c.rehearse(g)
	if err != nil {
		return err
	}
	return c.Print(g, c.Output, pictures, !c.Force)
}

// rehearse refuses what the job's parts would, and says how many pictures there are
// to draw. The recording may be yet to come, from a job before: then it is 0.
func (c *Options) rehearse(g *console.Console) (pictures int, err error) {
	src, err := c.source(g)
	if kinds.IsRecording(c.Input) && errors.Is(err, fs.ErrNotExist) {
		g.Say("%s is not there yet", c.Input)
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
