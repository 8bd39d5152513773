package models

import "math"

// cutCleanest shortens a clip of several wingbeats to the wingbeat whose ends differ least, relative to its
// stroke. If several are clean, it chooses the largest. It returns the number of wingbeats in the original
// clip. The rotation to bird axes must be known, and zeroPhase must be 0.
func (l *beat) cutCleanest(minHeight float64) (beats int) {
	n := min(max(96, len(l.instants())), 2*maxInstants)
	heights := l.wingHeights(n)
	w := strokesOf(heights, minHeight)
	if beats = len(w.rises); beats < 2 {
		return beats
	}
	var best *beat
	cleanest, largest := math.Inf(1), 0.0
	for _, marks := range [][]float64{w.rises, w.peaks, w.troughs} {
		for k, from := range marks {
			to := float64(n) // in a loop, a beat may end at the end of the clip
			if k+1 < len(marks) {
				to = marks[k+1]
			} else if l.gap > 0 || marks[0] > 0.5 {
				continue
			}
			start, end := l.clipTime(from/float64(n)), l.clipTime(to/float64(n))
			stroke := heightRange(heights[int(from):min(int(math.Ceil(to)), n)])
			const alike = 0.02 // largest difference between the ends of a clean beat, relative to its stroke
			roughness := math.Max(l.endDistance(start, end)/stroke, alike)
			if end <= start || roughness > cleanest || roughness == cleanest && stroke <= largest {
				continue
			}
			if part, err := l.cutPart(start, end); err == nil && part.clipEnd > part.clipStart {
				best, cleanest, largest = part, roughness, stroke
			}
		}
	}
	if best != nil {
		*l = *best
	}
	return beats
}

func (l *beat) endDistance(start, end float64) float64 {
	a, b := l.model.Pose(l.clip, start), l.model.Pose(l.clip, end)
	translate(b, centroid(l.model, a).Sub(centroid(l.model, b)))
	return float64(maxDistance(a, b))
}

// strokes describes a closed curve of heights. rises contains the fractional indices where the curve rises
// through its middle. peaks and troughs contain the highest and the lowest index after each of them.
type strokes struct{ rises, peaks, troughs []float64 }

// strokesOf finds strokes and ignores ripples. If the range of the curve is less than minHeight, it has no
// strokes.
func strokesOf(curve []float64, minHeight float64) (w strokes) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range curve {
		low, high = min(low, v), max(high, v)
	}
	if high-low < minHeight {
		return w
	}
	valueAt := func(k int) float64 { return curve[(k+len(curve))%len(curve)] }
	middle, lower, upper := (low+high)/2, low+0.35*(high-low), low+0.65*(high-low)
	below := false
	for k := range 2 * len(curve) { // the first pass only finds the state at the start
		v := valueAt(k)
		if v < lower {
			below = true
		}
		if v <= upper || !below {
			continue
		}
		below = false
		if k < len(curve) {
			continue
		}
		before := k
		for valueAt(before-1) > middle {
			before--
		}
		rise := float64(before-len(curve)) - (valueAt(before)-middle)/(valueAt(before)-valueAt(before-1))
		w.rises = append(w.rises, math.Max(rise, 0))
	}
	for k, rise := range w.rises {
		end := len(curve)
		if k+1 < len(w.rises) {
			end = int(w.rises[k+1])
		}
		peak := extremeIndex(curve, int(math.Ceil(rise)), end, 1)
		w.peaks, w.troughs = append(w.peaks, float64(peak)), append(w.troughs, float64(extremeIndex(curve, peak, end, -1)))
	}
	return w
}

func extremeIndex(curve []float64, from, end int, sign float64) int {
	best := from
	for k := from; k < end; k++ {
		if sign*curve[k] > sign*curve[best] {
			best = k
		}
	}
	return best
}

func heightRange(curve []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range curve {
		low, high = min(low, v), max(high, v)
	}
	return high - low
}

func (o *BakeOptions) isWholeClip() bool { return o.Start == 0 && o.End == 0 }

func (l *beat) chooseBeat(o BakeOptions, s *Analysis) {
	if !o.isWholeClip() || l.clipEnd <= l.clipStart {
		return
	}
	const minHeight = 0.02 // wingspans
	whole := *l
	beats := l.cutCleanest(minHeight * float64(boxSize(l.poseAt(0))[0]))
	if l.clipStart != whole.clipStart || l.clipEnd != whole.clipEnd {
		s.Start, s.End = l.clipStart, l.clipEnd
		s.warn("clip %d (%s) has %d different wingbeats: the cleanest one, from %.4g to %.4g s, is used", l.clip, l.model.Clips[l.clip].Name, beats, s.Start, s.End)
	}
}
