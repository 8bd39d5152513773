package rendering

import (
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/usage"
	"skein/engine/figure"
	"skein/flock/look"
)

// FigureFlags contains the flags of figures.
type FigureFlags struct {
	Figure  string   `help:"Draw a figure for a paper from this side: top, side, front, or eye (along the heading of --boid). The figure is orthographic, has a white background and needs no OpenGL. Each picture of --frames or --strip is a panel (default: the last picture)." placeholder:"VIEW"`
	Width   *float64 `help:"With --figure: width of the figure in millimetres (default 85, a column of a journal)." placeholder:"MM"`
	Across  *float64 `help:"With --figure: width in metres of the region that a panel shows. --boid or the flock is in its middle (default: the whole flock)." placeholder:"METRES"`
	Markers string   `help:"With --figure: how birds are drawn. arrows show the heading, outlines also the bank. auto draws outlines if they are large enough (default auto)." placeholder:"KIND"`
	Steers  bool     `help:"With --figure and --boid: draw an arrow for each rule's contribution to the boid's next step."`
}

func (c *Options) checkFigureFlags() error {
	if c.Figure == "" {
		return c.checkNoFigureFlags()
	}
	if _, ok := figure.ViewNamed(c.Figure); !ok {
		return usage.Errorf("--figure %s: must be one of %s", c.Figure, strings.Join(figure.ViewNames(), ", "))
	}
	if _, ok := figure.FormatOf(c.Output); !ok || strings.Contains(filepath.Base(c.Output), "#") {
		return usage.Errorf("--output %s: with --figure it must be one file that ends in .svg, .pdf or .png", c.Output)
	}
	if c.Markers != "" && !slices.Contains(figure.MarkerNames(), c.Markers) {
		return usage.Errorf("--markers %s: must be one of %s", c.Markers, strings.Join(figure.MarkerNames(), ", "))
	}
	if w := c.Width; w != nil && !(*w >= figure.MinWidth && *w <= figure.MaxWidth) {
		return usage.Errorf("--width %g: must be %d to %d millimetres", *w, figure.MinWidth, figure.MaxWidth)
	}
	if a := c.Across; a != nil && !(*a >= 0.1 && *a <= 1e5) {
		return usage.Errorf("--across %g: must be 0.1 to 100000 metres", *a)
	}
	if c.Traces != "" && !slices.Contains(look.TraceNames(), c.Traces) {
		return usage.Errorf("--traces %s: must be one of %s", c.Traces, strings.Join(look.TraceNames(), ", "))
	}
	if c.Strip < 0 || c.Strip > figure.MaxPanels {
		return usage.Errorf("--strip %d: a figure has 1 to %d panels", c.Strip, figure.MaxPanels)
	}
	if c.Boid == "" && (c.Figure == "eye" || c.Steers) {
		return usage.Errorf("%s needs --boid N or --boid leader", map[bool]string{true: "--steers", false: "--figure eye"}[c.Steers])
	}
	return c.checkPictureFlags()
}

func (c *Options) checkPictureFlags() error {
	defaultSize := usage.Size{X: 1280, Y: 720}
	for _, f := range []struct {
		flag  string
		given bool
	}{
		{"--size", c.Size != defaultSize && c.Size != usage.Size{}}, {"--depth", c.Depth == 16}, {"--samples", c.Samples > 1},
		{"--shutter", c.Shutter.given}, {"--aperture", c.Aperture.given}, {"--focus", c.Focus.given},
		{"--tier", c.Tier != "" && c.Tier != look.TierNames()[look.TierBest]}, {"--gpu", c.GPU != nil}, {"--camera", c.Camera != ""},
		{"--resume", c.Resume}, {"--shard", c.Shard.Given()}, {"--transparent", c.Transparent}, {"--cryptomatte", c.Cryptomatte}, {"--layers", c.Layers.any()}, {"--codec", c.Codec != ""}, {"--vision", c.Vision}, {"--things", c.Things}, {"--slurm or --openjd", c.PrintsJob()},
	} {
		switch {
		case f.given && f.flag == "--size":
			return usage.Errorf("--size cannot be used with --figure; use --width, in millimetres")
		case f.given:
			return usage.Errorf("%s cannot be used with --figure", f.flag)
		}
	}
	return nil
}

func (c *Options) checkNoFigureFlags() error {
	views := strings.Join(figure.ViewNames(), ", ")
	switch f, ok := figure.FormatOf(c.Output); {
	case ok && f != figure.PNG:
		return usage.Errorf("--output %s is a figure, so it needs --figure with one of %s", c.Output, views)
	case c.Width != nil:
		return usage.Errorf("--width needs --figure; use --size for the size of a picture")
	case c.Across != nil:
		return usage.Errorf("--across needs --figure with one of %s", views)
	case c.Markers != "":
		return usage.Errorf("--markers needs --figure with one of %s", views)
	case c.Steers:
		return usage.Errorf("--steers needs --figure with one of %s", views)
	}
	return nil
}

func (c *Options) figureOptions() *figure.Options {
	view, _ := figure.ViewNamed(c.Figure)
	o := &figure.Options{View: view, Width: figure.DefaultWidth, NoLegend: c.NoLegend}
	o.Markers = figure.Markers(max(0, slices.Index(figure.MarkerNames(), c.Markers)))
	if c.Width != nil {
		o.Width = *c.Width
	}
	if c.Across != nil {
		o.Across = *c.Across
	}
	return o
}
