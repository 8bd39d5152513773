package film

import (
	"image"
	"math"
	"sort"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/reel"
	"skein/flock"
)

// Exposure describes a picture with motion blur and depth of field. The picture is the mean of many
// subframes. Each of them shows one time while the shutter is open, from one point on the lens.
type Exposure struct {
	Samples  int     // number of subframes
	Shutter  float64 // time for which the shutter is open, in s of simulated time
	Aperture float32 // diameter of the lens, m; reduced if the lens would reach into the ground; 0 means a pinhole
	FStop    float32 // f-number on film 24 mm high; 0 means to use Aperture
	Focus    float32 // distance of the sharp plane along the view, m; 0 means the distance of the followed boid or the flock
}

// filmHeight is the height of the film to which f-numbers refer, in m.
const filmHeight = 0.024

const sunRadius = 0.00465

// Take is a picture that is being taken.
type Take struct {
	film       *Film
	size       image.Point
	places     []Sample
	from, open float64 // start and length, in frames
	lens       float32 // radius, m
	focus      float32
}

// Expose prepares the picture at a time, in frames after the first. The exposure is centred on this time. It
// excludes times before the first frame, after the last frame and on the other side of a cut.
func (f *Film) Expose(moment float64, size image.Point, e Exposure) (*Take, error) {
	from, open, err := f.window(moment, e.Shutter*f.rate())
	if err != nil {
		return nil, err
	}
	t := &Take{film: f, size: size, places: Samples(e.Samples), from: from, open: open, focus: e.Focus}
	if e.Aperture == 0 && e.FStop == 0 {
		return t, nil
	}
	frame, err := t.Middle()
	if err != nil {
		return nil, err
	}
	t.lens = min(e.radius(frame.View), 0.9*frame.View.Eye[1])
	if t.focus == 0 {
		t.focus = f.Focus(frame.View)
	}
	t.focus = max(t.focus, frame.View.Near)
	return t, nil
}

func (e *Exposure) radius(v frame.View) float32 {
	if e.FStop > 0 {
		return filmHeight / 2 / num.Tan(v.FovY/2) / e.FStop / 2
	}
	return e.Aperture / 2
}

// Middle returns the frame at half the exposure time, seen from the middle of the lens. It is valid until the
// film's next frame.
func (t *Take) Middle() (*frame.Frame, error) { return t.film.At(t.from+t.open/2, t.size) }

// Subframe returns subframe k of the picture, counted from 0. It is valid until the film's next frame.
func (t *Take) Subframe(k int) (*frame.Frame, error) {
	p := &t.places[k]
	frame, err := t.film.At(t.from+t.open*p.Time, t.size)
	if err != nil {
		return nil, err
	}
	frame.View = frame.View.Jittered(p.Pixel, t.size.Y)
	if t.lens > 0 {
		frame.UseLensPart(p.Lens, len(t.places), t.lens, t.focus)
	}
	if frame.Inset != nil {
		frame.Inset.View = frame.Inset.View.Jittered(p.Pixel, frame.Inset.Rect.Dy())
	}
	frame.Light.SunPoint = tilt(frame.Light.SunDirection, p.Sun.Mul(sunRadius))
	return frame, nil
}

// tilt tilts the direction d upwards and sideways by the small angles in offset, in radians.
func tilt(d mgl32.Vec3, offset mgl32.Vec2) mgl32.Vec3 {
	side := mgl32.Vec3{0, 1, 0}.Cross(d)
	if side.Len() < 1e-3 {
		side = mgl32.Vec3{1, 0, 0}
	}
	side = side.Normalize()
	return d.Add(side.Mul(offset[0])).Add(d.Cross(side).Mul(offset[1])).Normalize()
}

// Focus returns the distance along the view to the camera's boid, in m. If that boid is not in front of the
// camera, or the camera is in its eyes, Focus returns the mean distance of the boids in front.
func (f *Film) Focus(v frame.View) float32 {
	ahead := v.Forward()
	depth := func(i int) float32 { return f.boids[i].Pos.Sub(v.Eye).Dot(ahead) }
	if target, ok := f.shownSnapshot.Index(f.tiedTo); ok && target != v.Hide && depth(target) > v.Near {
		return depth(target)
	}
	sum, n := float32(0), 0
	for i := range f.boids {
		if d := depth(i); d > v.Near && i != v.Hide {
			sum, n = sum+d, n+1
		}
	}
	if n == 0 {
		return v.Far
	}
	return sum / float32(n)
}

// window returns when the shutter opens for a picture at a time, and how long it is open. Both are in frames;
// the length is at most open.
func (f *Film) window(moment, open float64) (from, length float64, err error) {
	f.open()
	moment = reel.Round(moment)
	now, err := f.seconds(moment)
	if err != nil {
		return 0, 0, err
	}
	cut, next := f.cuts(now)
	first := max(0, moment+(cut-now)*f.FPS)
	last := min(float64(f.Reel.Frames()-1), moment+(next-now)*f.FPS)
	if err := f.aim(now); err != nil {
		return 0, 0, err
	}
	if f.Path == nil && f.isTied() {
		if first, last, err = f.rangeWithoutJump(f.tiedTo, moment, max(first, moment-open), min(last, moment+open)); err != nil {
			return 0, 0, err
		}
	}
	length = max(0, min(open, last-first))
	return min(max(moment-length/2, first), last-length), length, nil
}

// rangeWithoutJump returns the longest part of [first, last] around picture in which the boid does not jump.
// Times are in frames. A jump is halfway between two frames.
func (f *Film) rangeWithoutJump(boid int, picture, first, last float64) (from, to float64, err error) {
	for k := int(first) + 1; k <= int(math.Ceil(last)); k++ {
		s, err := f.reader.Frame(k)
		if err != nil {
			return 0, 0, err
		}
		if i, ok := s.Index(boid); !ok || s.Flags[i]&flock.Jumped == 0 {
			continue
		}
		if jump := float64(k) - 0.5; jump <= picture {
			first = max(first, jump)
		} else {
			last = min(last, jump)
		}
	}
	return first, last, nil
}

// cuts returns the last cut up to now and the next cut, both in s.
func (f *Film) cuts(now float64) (last, next float64) {
	times := make([]float64, 0, len(f.Shots))
	for _, s := range f.Shots {
		times = append(times, s.From)
	}
	if f.Path != nil {
		times = times[:0]
		for _, k := range f.Path.Keys {
			if k.Cut {
				times = append(times, k.Seconds)
			}
		}
	}
	last, next = math.Inf(-1), math.Inf(1)
	if f.Director != nil && f.Path == nil {
		if shot, _ := f.Director.At(now, f.Events); !shot.Glide {
			last = shot.From
		}
		return last, f.Director.Until(now, f.Events)
	}
	n := sort.Search(len(times), func(k int) bool { return times[k] > now })
	if n > 0 {
		last = times[n-1]
	}
	if n < len(times) {
		next = times[n]
	}
	return last, next
}
