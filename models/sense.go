package models

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Sense is what [Model.Bake] found out about a model as an animal that flies, or
// was told.
//
// Up is +Y, as glTF has it, unless the wings (what moves, far out to both sides
// of a model that is its own mirror image) clearly beat along another axis.
// Forward is where a node or a material named head, beak, eye or the like lies, or
// away from one named tail; else the way that the model travels in the clip. Where
// there is nothing of that, it is a guess: +Z, as glTF has it (-Y where Up is Z), or
// +X where the model is far more nearly its own mirror image across Z than across X.
//
// A beat is what lies between From and To, by default the whole clip, or one of
// several equal beats. Where its end does not meet its start, the frame between
// is taken to be missing. The way that the model travels meanwhile is taken out.
type Sense struct {
	Clip        int // -1: none
	Forward, Up Direction
	From, To    float64 // the beat, s of the clip; equal for a model that does not move
	Open        float64 // when the wings are most open, s of the clip
	Beats       int     // ups and downs of the wings within the beat
	Span        float32 // wingspan in the file's units; the length, where there are no wings
	Long        bool    // Span is the length: twice the width, or more
	Stiff       bool    // nothing moves
	Error       float32 // between the poses, wingspans: see [PoseError]; of large models over some of the vertices
	Warnings    []string
}

// Direction is a direction in a model's axes, and where it is known from.
type Direction struct {
	Axis mgl32.Vec3
	From Evidence
	Why  string // in words
	// Line says that the model's mirror image tells this direction or its opposite
	// from all others.
	Line bool
}

// Evidence is what a direction is known from.
type Evidence string

// All that a direction may be known from.
const (
	Given      Evidence = "given"      // by [BakeOptions]
	Named      Evidence = "name"       // of nodes or materials
	Travels    Evidence = "travel"     // of the whole model in the clip
	Beats      Evidence = "beat"       // of the wings
	Mirrored   Evidence = "mirror"     // image of the model: which of two ends is the front is a guess
	Convention Evidence = "convention" // of glTF, which many files do not keep: a guess
)

// Guess says that the direction may well be wrong.
func (d *Direction) Guess() bool { return d.From == Mirrored || d.From == Convention }

func (s *Sense) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

// open finds the most open wings and the wingspan.
func (l *beat) open(o BakeOptions, s *Sense) error {
	look := l.sample(96)
	widest, wide := 0, extent(look[0])
	for i, pose := range look {
		// A hair's breadth more is not wider: rounding must not choose.
		if w := extent(pose); w[0] > 1.0001*wide[0] {
			widest, wide = i, w
		}
	}
	l.start = float64(widest) / float64(len(look))
	if l.to > l.from && l.steps() >= 16 { // where the clip has a key, blended poses are nearest to it
		l.start = math.Round(l.start*float64(l.steps())) / float64(l.steps())
	}
	if o.Open != nil {
		if !(*o.Open >= l.from && *o.Open <= l.to) {
			return fmt.Errorf("wings open at %g s; want a time in the beat, %g to %g s", *o.Open, l.from, l.to)
		}
		if l.to > l.from {
			l.start = (*o.Open - l.from) / (l.to - l.from) * (1 - l.gap)
		}
	}
	s.Open = l.seconds(l.start)
	if o.Span < 0 || o.Span-o.Span != 0 {
		return fmt.Errorf("a wingspan of %g units; want more than 0", o.Span)
	}
	if s.measure(l.at(l.start), o); s.Span < 1e-8 {
		return fmt.Errorf("it is too small to have a width")
	}
	return nil
}

// measure takes the wingspan of a pose in bird axes.
func (s *Sense) measure(open []Surface, o BakeOptions) {
	size := extent(open)
	s.Span, s.Long = size[0], size[2] > 2*size[0]
	if s.Long {
		s.Span = size[2]
	}
	if o.Span > 0 {
		s.Span = o.Span
	}
}

// beats counts the ups and downs of the wings, and says what is odd.
func (l *beat) beats(s *Sense) {
	switch {
	case l.clip < 0:
		s.warn("no animation: it flies stiff")
		return
	case l.to <= l.from:
		s.warn("clip %d (%s) moves nothing: it flies stiff", l.clip, l.m.Clips[l.clip].Name)
		return
	}
	s.Beats = rises(l.heights(min(max(64, len(l.instants())), 2*mostLooks)), 0.02*float64(s.Span))
	if s.Beats == 0 {
		s.warn("no wings are seen to rise and fall: all of clip %d (%s) plays once for each beat", l.clip, l.m.Clips[l.clip].Name)
	}
	if s.Beats > 1 {
		s.warn("clip %d (%s) holds %d beats that differ, and flies them as one: cut one out by its times",
			l.clip, l.m.Clips[l.clip].Name, s.Beats)
	}
}

// heights are those of the wing tips over the rest, at n instants.
func (l *beat) heights(n int) []float64 {
	look := l.sample(n)
	low, high := bounds(look[0])
	middle, half := (low[0]+high[0])/2, (high[0]-low[0])/2
	out := make([]float64, n)
	for i, pose := range look {
		var sum, count [2]float64
		for part := range pose {
			for k, p := range pose[part].Positions {
				tip := 0
				if d := look[0][part].Positions[k][0] - middle; max(d, -d) > 0.6*half {
					tip = 1
				}
				sum[tip] += float64(p[1])
				count[tip]++
			}
		}
		out[i] = sum[1]/max(count[1], 1) - sum[0]/max(count[0], 1)
	}
	return out
}

// rises counts how often a closed curve rises through its middle, small ripples
// and a curve that is smaller than least left out.
func rises(curve []float64, least float64) (n int) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range curve {
		low, high = min(low, v), max(high, v)
	}
	if high-low < least {
		return 0
	}
	lower, upper := low+0.35*(high-low), low+0.65*(high-low)
	below := false
	for round := range 2 { // the first finds out where the curve comes from
		for _, v := range curve {
			if v < lower {
				below = true
			}
			if v > upper && below {
				below = false
				n += round
			}
		}
	}
	return n
}
