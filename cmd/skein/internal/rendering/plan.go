package rendering

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/engine/capture"
	"skein/flock/export"
	"skein/flock/look"
)

// pace converts picture numbers to frames of the recording. The first picture shows the first frame.
type pace struct {
	frameCount int
	rate       int
	FPS        export.Rate // pictures per second
	shift      int         // number of the first picture, minus 1
}

func (p pace) pictures() int {
	if p.frameCount == 0 {
		return 0
	}
	last, _ := p.FPS.Upto(p.frameCount-1, p.rate)
	return last + 1
}

// at returns the time of picture n, in frames after the recording's first.
func (p pace) at(n int) float64 {
	i, share := p.FPS.Place(n-1-p.shift, p.rate)
	return float64(i) + share
}

func (p pace) step() float64 { return float64(p.rate) / p.FPS.Float() }

// timecode returns the hours, minutes, seconds and pictures of picture n. It returns "" if pictures are
// numbered from 1, as they are by default. It counts with a whole rate, such as 30 for 30000/1001, and drops
// no numbers.
func (p pace) timecode(n int) string {
	if p.shift == 0 {
		return ""
	}
	rate := max(1, int(math.Round(p.FPS.Float())))
	seconds := n / rate
	return fmt.Sprintf("%02d:%02d:%02d:%02d", seconds/3600%24, seconds/60%60, seconds%60, n%rate)
}

type renderPlan struct {
	kind             kinds.Output
	pace             pace
	frames           []int
	existingPictures []int
}

func (c *Options) plan(recorded, rate int) (p renderPlan, err error) {
	if p, err = c.wholePlan(recorded, rate); err != nil {
		return p, err
	}
	first, last := c.Shard.Range(len(p.frames))
	p.frames = p.frames[first:last]
	return p, c.prepareOutput(&p)
}

func (c *Options) wholePlan(recorded, rate int) (p renderPlan, err error) {
	if p.kind, err = kinds.OutputOf(c.Output); err != nil {
		return p, err
	}
	if err := c.checkOutput(p.kind); err != nil {
		return p, err
	}
	p.pace = pace{frameCount: recorded, rate: rate, FPS: c.FPS.Or(rate), shift: c.first() - 1}
	p.frames, err = c.frames(p.kind, p.pace.pictures())
	return p, err
}

func (c *Options) checkOutput(kind kinds.Output) error {
	if err := c.checkSamples(); err != nil {
		return err
	}
	switch {
	case kind != kinds.ManyPictures && c.Shard.Given():
		return usage.Errorf("--shard cannot split --output %s, which is one file; use numbered pictures, such as frame_####.png", c.Output)
	case kind != kinds.ManyPictures && c.Resume:
		return usage.Errorf("--resume cannot continue --output %s, which is one file; use numbered pictures, such as frame_####.png", c.Output)
	case c.Tier == look.TierNames()[look.TierDraft] && (kinds.IsEXR(c.Output) || c.Samples > 1):
		return usage.Errorf("--tier draft cannot be used with .exr files or --samples; use --tier good")
	case c.Resume && c.Force:
		return usage.Errorf("--resume and --force cannot be used together: --resume keeps existing files and --force replaces them")
	case c.Strip < 0:
		return usage.Errorf("--strip %d: must be at least 1", c.Strip)
	case c.Strip > 0 && kind != kinds.OnePicture:
		return usage.Errorf("--strip makes one picture, so --output %s must be a name such as strip.png", c.Output)
	case c.Depth == 16 && (kind == kinds.Film || kinds.IsEXR(c.Output) || c.Strip > 0):
		return usage.Errorf("--depth 16 only works with .png and .tif pictures")
	case c.Cryptomatte && !kinds.IsEXR(c.Output):
		return usage.Errorf("--cryptomatte only works with .exr pictures")
	case c.Layers.any() && !kinds.IsEXR(c.Output):
		return usage.Errorf("--layers only works with .exr pictures")
	case c.Traces != "" && !slices.Contains(look.TraceNames(), c.Traces):
		return usage.Errorf("--traces %s: must be one of %s", c.Traces, strings.Join(look.TraceNames(), ", "))
	case c.Strip > 0 && (kinds.IsEXR(c.Output) || kinds.IsTIFF(c.Output)):
		return usage.Errorf("--strip only works with an --output that ends in .png")
	case c.Transparent && kind == kinds.Film && !capture.HoldsAlpha(c.Output):
		return usage.Errorf("--transparent: --output %s cannot be transparent; use a .webm, .mov or .mkv film, or pictures, such as frame_####.png", c.Output)
	case c.Codec != "":
		return c.checkCodec(kind)
	case kind == kinds.Film:
		return capture.CheckFFmpeg()
	}
	return nil
}

func (c *Options) checkCodec(kind kinds.Output) error {
	names, endings := capture.Codecs()
	ending := strings.ToLower(filepath.Ext(c.Output))
	switch {
	case !slices.Contains(names, c.Codec):
		return usage.Errorf("--codec %s: must be %s", c.Codec, strings.Join(names, ", "))
	case kind != kinds.Film || !slices.Contains(endings[c.Codec], ending):
		return usage.Errorf("--codec %s: --output must end in %s", c.Codec, strings.Join(endings[c.Codec], " or "))
	case c.Transparent && c.Codec != "prores":
		return usage.Errorf("--codec %s cannot be transparent; prores can", c.Codec)
	}
	return capture.CheckFFmpeg()
}

func (c *Options) first() int { return max(int(c.StartFrame), 1) }

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
	frames, err := export.Select(list, c.first(), total)
	if err != nil {
		return nil, usage.Errorf("--frames: %w", err)
	}
	if c.Strip > 0 {
		if err := c.checkStrip(len(frames)); err != nil {
			return nil, err
		}
		frames = pickEvenly(frames, c.Strip)
	}
	if kind == kinds.OnePicture && c.Strip == 0 && len(frames) != 1 {
		return nil, usage.Errorf("--output %s is one picture, but there are %d frames; choose one with --frames, or use --strip or numbered pictures (####.png)", c.Output, len(frames))
	}
	return frames, nil
}

// onePictureFilm returns a warning if --frames is a single number, such as 24, and the output is a film.
// Other programs use such a number as the length of the film. Without a reason to warn, the text is empty.
func (c *Options) onePictureFilm(kind kinds.Output) string {
	n, err := strconv.Atoi(strings.TrimSpace(c.Frames))
	if kind != kinds.Film || err != nil {
		return ""
	}
	first, last := c.first(), n
	if n == first {
		last = first + 23 // an example
	}
	return fmt.Sprintf("%s will have only one picture, number %d: --frames lists pictures; for %d pictures, use --frames %d-%d", c.Output, n, last-first+1, first, last)
}

// maxStrip is the largest width of a strip, in pixels. Many programs cannot open wider pictures.
const maxStrip = 65535

func (c *Options) checkStrip(pictures int) error {
	switch widest := maxStrip / c.Size.X; {
	case c.Strip > pictures:
		return usage.Errorf("--strip %d: must be at most %d, the number of pictures", c.Strip, pictures)
	case c.Strip > widest:
		return usage.Errorf("--strip %d: pictures %d pixels wide make a strip of more than %d pixels; use at most %d, or a smaller --size", c.Strip, c.Size.X, maxStrip, widest)
	}
	return nil
}

// prepareOutput creates the folder of the pictures and checks that it can write there, before any drawing.
// With --resume, it removes existing pictures from the plan; without it, they are an error.
func (c *Options) prepareOutput(p *renderPlan) error {
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
		info, err := os.Lstat(path)
		switch {
		case err == nil && info.IsDir():
			return &fs.PathError{Op: "render", Path: path, Err: syscall.EISDIR}
		case c.Force || err != nil:
			missing = append(missing, n)
		case !c.Resume:
			return usage.HintForce(&fs.PathError{Op: "render", Path: path, Err: fs.ErrExist})
		default:
			p.existingPictures = append(p.existingPictures, n)
		}
	}
	p.frames = missing
	return nil
}

func (c *Options) printJob(g *console.Console) error {
	kind, err := kinds.OutputOf(c.Output)
	if err != nil {
		return err
	}
	if kind != kinds.ManyPictures {
		return usage.Errorf("--output %s is one file and cannot be split; use numbered pictures, such as frame_####.png", c.Output)
	}
	if err := cmp.Or(c.checkOutput(kind), c.Check()); err != nil {
		return err
	}
	pictures, err := c.checkJob(g)
	if err != nil {
		return err
	}
	return c.Print(g, c.Output, pictures, !c.Force)
}

// checkJob checks the flags in the same way as each part of a farm job. It returns the number of pictures, or
// 0 if another job may have to record the scene first.
func (c *Options) checkJob(g *console.Console) (pictures int, err error) {
	src, err := c.source(g)
	if kinds.IsRecording(c.Input) && errors.Is(err, fs.ErrNotExist) {
		g.Say("%s does not exist yet", c.Input)
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer src.close()
	p, err := c.wholePlan(src.frames, src.rate)
	if err != nil {
		return 0, err
	}
	return len(p.frames), src.check(&p)
}
