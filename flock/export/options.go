package export

import (
	"context"
	"fmt"
	"io"
	"math"

	"skein/models"
)

// Options holds the options of all formats. With the zero value, the whole recording is exported unchanged.
type Options struct {
	Frames []Range // frames of the recording; if empty, all frames
	Start  int     // number of the first frame of the recording; 0 means 1
	Boids  []Range // ids of boids; if empty, all boids
	FPS    Rate    // frame rate; see [Source]; if zero, the recorded frames are exported
	ZUp    bool    // whether Z is up; vectors (x, y, z) then become (x, -z, y)
	Scale  float64 // units per metre, such as 100 for centimetres; 0 means 1

	Birds []models.Mix // bird models of each flock, for formats with [Format.Bird]
	Stage *Stage       // light and camera; may be nil, except for formats with [Format.Stage]
	// Page writes a web page, for .html. It is a function because this package must not import the engine.
	Page  func(ctx context.Context, to io.Writer, s *Source) error
	Prims bool // in USD, write a prim for each bird instead of a PointInstancer

	WingBlur bool // in USD, write velocities for the poses of the wingbeat, so that renderers can blur the wings

	Force    bool                  // replace existing files
	Progress func(done, total int) // called with the number of frames done, averaged over all passes; may be nil
	Warn     func(line string)     // called with each warning; may be nil
}

const (
	maxFPS   = 10_000
	maxStart = 10_000_000
)

// ErrOptions matches errors about options that are not valid for a format or a recording; see [errors.Is].
var ErrOptions error = optionError("options that do not fit")

type optionError string

func optionErrorf(format string, args ...any) error { return optionError(fmt.Sprintf(format, args...)) }

func (e optionError) Error() string { return string(e) }

var errNoBoids error = optionError("the selected frames contain none of the selected boids")

// Is reports whether target is ErrOptions.
func (e optionError) Is(target error) bool { return target == ErrOptions }

func (o *Options) check() error {
	if o.FPS != (Rate{}) {
		if err := o.FPS.check(); err != nil {
			return err
		}
	}
	if o.Scale != 0 && !(o.Scale > 0 && o.Scale <= 1e6) || math.IsNaN(o.Scale) {
		return optionErrorf("%g units per metre: must be more than 0 and at most 1000000", o.Scale)
	}
	if o.Start < 0 || o.Start > maxStart {
		return optionErrorf("first frame %d: must be 1 to %d", o.Start, maxStart)
	}
	for _, r := range o.Frames {
		if o.FPS != (Rate{}) && r.Step > 1 {
			return optionErrorf("frames %v: a step cannot be combined with a different frame rate", r)
		}
	}
	return nil
}

func (o *Options) start() int { return max(o.Start, 1) }

func (o *Options) scale() float64 {
	if o.Scale == 0 {
		return 1
	}
	return o.Scale
}

func (o *Options) warn(format string, args ...any) {
	if o.Warn != nil {
		o.Warn(fmt.Sprintf(format, args...))
	}
}
