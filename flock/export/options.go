package export

import (
	"fmt"
	"math"

	"skein/models"
)

// Options are what exports have in common. The zero value exports all of a
// recording as it is.
type Options struct {
	Frames []Range // of the recording, exported in ascending order; none: all
	Boids  []Range // ids; none: all
	FPS    Rate    // frames a second of the export, see [Source]; none: the recording's frames
	ZUp    bool    // turn the world so that Z is up: (x, y, z) becomes (x, -z, y)
	Scale  float64 // units of length a metre: 100 for centimetres; 0 is 1

	Birds []*models.Baked // of each flock, attached by formats that take them, see [Format]
	Stage *Stage          // for formats that take one; nil: none
	Prims bool            // USD: a prim for each bird instead of a PointInstancer

	Force    bool                  // replace what is there
	Progress func(done, total int) // of the frames, called often; one that is gone over twice counts half each time; may be nil
	Warn     func(line string)     // told what is odd but no error; may be nil
}

const maxFPS = 10_000

// ErrOptions is in every error about options that do not fit a format or a
// recording.
var ErrOptions error = unfit("options that do not fit")

// unfit says which option does not fit, and why.
type unfit string

func unfitf(format string, args ...any) error { return unfit(fmt.Sprintf(format, args...)) }

func (e unfit) Error() string { return string(e) }

// errNobody is where a format wants boids and there are none.
var errNobody error = unfit("no boid in any of the frames asked for")

// Is says that any unfit option is ErrOptions.
func (e unfit) Is(target error) bool { return target == ErrOptions }

func (o *Options) check() error {
	if o.FPS != (Rate{}) {
		if err := o.FPS.check(); err != nil {
			return err
		}
	}
	if o.Scale != 0 && !(o.Scale > 0 && o.Scale <= 1e6) || math.IsNaN(o.Scale) {
		return unfitf("%g units a metre: want more than 0, to 1000000", o.Scale)
	}
	for _, r := range o.Frames {
		if o.FPS != (Rate{}) && r.Step > 1 {
			return unfitf("frames %v: a step and another frame rate exclude each other", r)
		}
	}
	return nil
}

// scale is how many units a metre has.
func (o *Options) scale() float64 {
	if o.Scale == 0 {
		return 1
	}
	return o.Scale
}

// warn tells what is odd but no error.
func (o *Options) warn(format string, args ...any) {
	if o.Warn != nil {
		o.Warn(fmt.Sprintf(format, args...))
	}
}
