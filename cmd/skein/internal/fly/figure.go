//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"skein/engine/figure"
	"skein/flock/files"
	"skein/flock/whole"
	"skein/ui"
)

type figureFile struct {
	asked     ui.FigureAction
	panels    []*figure.Panel
	overwrite string // existing file that the next save may replace
	done      chan error
	file      string
}

func (f *figureFile) moments() (all []float64) {
	for _, p := range f.panels {
		all = append(all, p.Seconds)
	}
	return all
}

func (f *figureFile) wait() error {
	if f.done == nil {
		return nil
	}
	err := <-f.done
	f.done = nil
	return err
}

// handleFigure does what the user has chosen in the dialog Save figure. Call it after the studio has laid out
// a frame and before the next ticks.
func (s *session) handleFigure() {
	f := &s.figure
	a := f.asked
	f.asked = ui.FigureAction{}
	if a.Drop {
		f.panels = nil
	}
	if a.Add {
		if len(f.panels) >= figure.MaxPanels {
			s.panel.Say(fmt.Sprintf("a figure has at most %d moments", figure.MaxPanels))
			return
		}
		f.panels = append(f.panels, figure.NewPanel(s.Studio.Scene()))
	}
	if a.Save != nil {
		s.say(s.saveFigure(a.Save))
	}
}

func (s *session) saveFigure(want *ui.Figure) error {
	f := &s.figure
	format, ok := figure.FormatOf(want.File)
	if !ok {
		return fmt.Errorf("%q: a figure must end in .svg, .pdf or .png", want.File)
	}
	if _, err := os.Lstat(want.File); err == nil && f.overwrite != want.File {
		f.overwrite = want.File
		return fmt.Errorf("%s exists; save again to replace it", want.File)
	}
	panels := slices.Clone(f.panels)
	if len(panels) == 0 {
		panels = append(panels, figure.NewPanel(s.Studio.Scene()))
	}
	view, _ := figure.ViewNamed(want.View)
	o := &figure.Options{View: view, Width: want.Width, Across: want.Across, Markers: figure.Markers(max(0, slices.Index(figure.MarkerNames(), want.Markers)))}
	f.overwrite = want.File
	return f.start(want.File, func(w io.Writer) error { return figure.Write(w, format, panels, o) })
}

func (s *session) savePlotFigure(want *ui.PlotFigure) error {
	format, _ := figure.FormatOf(want.Ext)
	if !(want.Width >= figure.MinWidth && want.Width <= figure.MaxWidth) {
		return fmt.Errorf("the width of a figure must be %d to %d mm, not %g", figure.MinWidth, figure.MaxWidth, want.Width)
	}
	file := files.Absolute(time.Now().Format("skein-plots-20060102-150405") + want.Ext)
	return s.figure.start(file, func(w io.Writer) error { return figure.WriteTimeChart(w, format, want.Chart, want.Width) })
}

func (f *figureFile) start(file string, write func(io.Writer) error) error {
	if f.done != nil {
		return fmt.Errorf("%s is still being written", f.file)
	}
	f.file, f.done = file, make(chan error, 1)
	go func(done chan<- error) { done <- whole.Stream(file, true, write) }(f.done)
	return nil
}

func (s *session) watchFigure() {
	select {
	case err := <-s.figure.done:
		s.figure.done = nil
		s.sayDone(err, "saved "+s.figure.file)
	default:
	}
}
