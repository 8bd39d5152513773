package models

import (
	"fmt"
	"math"

	"skein/models/facing"
	"skein/models/gltf"
	"skein/models/rig"
)

// Analysis contains facts about a model as a flying animal. [Bake] finds them or takes them from its options.
// Package facing finds Forward and Up. The wingbeat lasts from Start to End. By default this is the whole
// clip, or one of several equal beats in it. If its last pose differs from the first, one frame is assumed to
// be missing between them. Travel during the beat is removed. A model that does not move gets a rig; see
// package [skein/models/rig].
type Analysis struct {
	Clip         int // -1 if none
	Forward, Up  Direction
	Start, End   float64  // start and end of the wingbeat, clip time in s; equal if the model does not move
	OpenTime     float64  // clip time of the most open wings, s
	Beats        int      // number of strokes in the wingbeat
	Span         float32  // wingspan in the file's units; if SpanIsLength is true and the options give no wingspan, the length
	SpanIsLength bool     // whether the length is more than twice the width
	Static       bool     // whether no vertex moves
	Rig          rig.Kind // moves a model without motion of its own; "" if none
	RigReason    string   // reason for this rig, for the user
	Error        float32  // largest error of blending two poses, in wingspans; see [PoseError]; large models are sampled
	FrontWarning string   // names the second choice if Forward or Up is not certain; otherwise empty
	Half         string   // axis (x, y or z) perpendicular to the plane where the model is cut in half; empty if it is whole
	Warnings     []string
}

// Direction is a direction in a model's axes, with the evidence for it.
type Direction struct {
	facing.Choice
	Votes    []facing.Vote // evidence, the strongest first
	Evidence string        // Given, or the strongest source; see [facing.Source]
	Why      string        // reason, in words for the user
}

// Given is the evidence of a direction in [BakeOptions].
const Given = "given"

// Sure is the probability above which a direction counts as certain. Of the creatures in
// models/check/creatures.csv, at least 95 % of the certain directions are right.
const Sure = 0.9

// Guess reports whether the direction may be wrong.
func (d *Direction) Guess() bool { return d.Evidence != Given && d.Probability < Sure }

func (s *Analysis) warn(format string, args ...any) {
	s.Warnings = append(s.Warnings, fmt.Sprintf(format, args...))
}

func (l *beat) findOpenWings(o BakeOptions, s *Analysis) error {
	samples := l.sample(96)
	widest, widestSize := 0, boxSize(samples[0])
	for i, pose := range samples {
		// the factor prevents rounding errors from deciding
		if w := boxSize(pose); w[0] > 1.0001*widestSize[0] {
			widest, widestSize = i, w
		}
	}
	l.zeroPhase = float64(widest) / float64(len(samples))
	if l.clipEnd > l.clipStart && l.keySteps() >= 16 { // blending is most accurate at keys of the clip
		l.zeroPhase = math.Round(l.zeroPhase*float64(l.keySteps())) / float64(l.keySteps())
	}
	if o.OpenTime != nil {
		if !(*o.OpenTime >= l.clipStart && *o.OpenTime <= l.clipEnd) {
			return fmt.Errorf("wings open at %g s: must be within the wingbeat, which lasts from %g to %g s", *o.OpenTime, l.clipStart, l.clipEnd)
		}
		if l.clipEnd > l.clipStart {
			l.zeroPhase = (*o.OpenTime - l.clipStart) / (l.clipEnd - l.clipStart) * (1 - l.gap)
		}
	}
	s.OpenTime = l.clipTime(l.zeroPhase)
	if o.Span < 0 || o.Span-o.Span != 0 {
		return fmt.Errorf("wingspan %g: must be positive", o.Span)
	}
	if s.measureSpan(l.poseAt(l.zeroPhase), o); s.Span < 1e-8 {
		return fmt.Errorf("the model has no width, so it has no wingspan")
	}
	return nil
}

func (s *Analysis) measureSpan(open []gltf.Surface, o BakeOptions) {
	size := boxSize(open)
	s.Span, s.SpanIsLength = size[0], size[2] > 2*size[0]
	if s.SpanIsLength {
		s.Span = size[2]
	}
	if o.Span > 0 {
		s.Span = o.Span
	}
}

func (l *beat) countBeats(s *Analysis) {
	switch {
	case l.rig != nil:
		s.Beats = 1
		s.warn("no animation: a simple rig moves the model like %s, %s", map[rig.Kind]string{rig.Bird: "a bird", rig.Insect: "an insect", rig.Fish: "a fish"}[s.Rig], s.RigReason)
		return
	case l.clip < 0:
		s.warn("no animation: the bird flies without flapping")
		return
	case l.clipEnd <= l.clipStart:
		s.warn("clip %d (%s) moves nothing: the bird flies without flapping", l.clip, l.model.Clips[l.clip].Name)
		return
	}
	s.Beats = len(strokesOf(l.wingHeights(min(max(64, len(l.instants())), 2*maxInstants)), 0.02*float64(s.Span)).rises)
	if s.Beats == 0 {
		s.warn("no wingbeat found in clip %d (%s): the whole clip counts as one wingbeat", l.clip, l.model.Clips[l.clip].Name)
	}
	if s.Beats > 1 {
		s.warn("clip %d (%s) has %d different wingbeats, which play as one; to choose one, set its start and end time",
			l.clip, l.model.Clips[l.clip].Name, s.Beats)
	}
}

func (l *beat) wingHeights(n int) []float64 {
	samples := l.sample(n)
	low, high := bounds(samples[0])
	middle, halfWidth := (low[0]+high[0])/2, (high[0]-low[0])/2
	out := make([]float64, n)
	for i, pose := range samples {
		var sum, count [2]float64
		for part := range pose {
			for k, p := range pose[part].Positions {
				tip := 0
				if d := samples[0][part].Positions[k][0] - middle; max(d, -d) > 0.6*halfWidth {
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

const baseAnalysisTriangles = 4000

func analysisTriangles(m *gltf.Model) int {
	return max(baseAnalysisTriangles*8/max(m.MaxInfluences(), 8), 100)
}
