package field

import (
	"math"
	"slices"

	"skein/flock/vec"
)

// A turn is an instant with the highest rate of change of the course within turnAlone. The rate is at least
// turnRate, and falls to half or less before and after the instant.
const (
	turnRate  = 0.35 // rad/s
	turnAlone = 1.5  // s
)

// A bird's turn is searched within mostDelay of the flock's turn. It is the instant at which the bird's rates
// of turn, from likeness before to likeness after, are most similar to the mean rates. A rate is measured
// over halfRate before and after an instant. All values are in seconds.
const (
	mostDelay = 2.25
	likeness  = 1.5
	halfRate  = 0.25
	turnReach = mostDelay + likeness + halfRate
)

type turn struct {
	slowness float64 // inverse of the wave's speed, s/m
	linear   float64 // R² of the fit of delays to positions
	chance   float64 // R² if the delays are assigned to birds at random
	follow   float64
}

// film holds the frames of a flock at equal intervals, and the flock's course in each frame.
type film struct {
	frames  []*instant
	courses []vec.Vec64 // unit vector of the flock's course in each frame
	dt      float64
}

// frameCount returns the number of frames in a given time. It subtracts a small amount, so that inexact
// halves are always rounded in the same direction.
func (f *film) frameCount(seconds float64) int {
	const tolerance = 1e-6
	return int(math.Round(seconds/f.dt - tolerance))
}

// push adds a frame and the flock's course. index is that of an earlier frame that now has enough frames
// after it. turns reports whether the flock turned in that frame.
func (f *film) push(current *instant, course vec.Vec64) (index int, turns bool) {
	f.frames, f.courses = append(f.frames, current), append(f.courses, course)
	last := len(f.frames) - 1
	if last == 0 {
		return 0, false
	}
	if f.dt = f.frames[last].seconds - f.frames[last-1].seconds; f.dt > halfRate { // the frames are too far apart, or the flock was absent
		f.frames, f.courses = f.frames[last:], f.courses[last:]
	}
	if f.dt <= 0 || f.dt > halfRate {
		return 0, false
	}
	reach := f.frameCount(likeness) + f.frameCount(mostDelay) + max(1, f.frameCount(halfRate)) + 1
	extra := len(f.frames) - (2*reach + 1)
	if extra < 0 {
		return 0, false
	}
	f.frames, f.courses = f.frames[extra:], f.courses[extra:]
	return reach, f.turns(reach)
}

// rate returns the angular velocity of the course in frame k, along the axis of the turn, rad/s.
func (f *film) rate(k int) vec.Vec64 {
	a := max(1, f.frameCount(halfRate))
	if k < a || k+a >= len(f.courses) {
		return vec.Vec64{}
	}
	before, after := f.courses[k-a], f.courses[k+a]
	axis := before.Cross(after)
	return axis.Unit().Scale(math.Atan2(axis.Length(), before.Dot(after)) / (2 * float64(a) * f.dt))
}

func (f *film) turns(k int) bool {
	peak, alone := f.rate(k).Length(), f.frameCount(turnAlone)
	if peak < turnRate {
		return false
	}
	before, after := peak, peak
	for i := range f.courses {
		a := max(1, f.frameCount(halfRate))
		if i < a || i+a >= len(f.courses) {
			continue
		}
		r := f.rate(i).Length()
		if i < k && i >= k-alone && r > peak || i > k && i <= k+alone && r >= peak {
			return false
		}
		if i < k {
			before = min(before, r)
		} else {
			after = min(after, r)
		}
	}
	return max(before, after) <= peak/2
}

// analyse measures how the turn in frame k spreads. ok is false if too few birds take part. number seeds the
// random order for turn.chance.
func (f *film) analyse(k int, number int64, members func(int32) bool) (t turn, ok bool) {
	birds, all := f.birdsThatTurn(k, members)
	if birds == nil {
		return turn{}, false
	}
	t.follow = float64(len(birds)) / float64(all)
	var positions []vec.Vec64
	var when []float64
	for _, b := range birds {
		positions, when = append(positions, b.pos), append(when, b.delay)
	}
	t.slowness, t.linear = turnWave(positions, when)
	die := vec.Dice(1, purposeDeal)
	for i := len(when) - 1; i > 0; i-- {
		j := int(fraction(die.Roll(int32(i), number)) * float64(i+1))
		when[i], when[j] = when[j], when[i]
	}
	_, t.chance = turnWave(positions, when)
	return t, true
}

// birdsThatTurn returns the members that turn in the same direction by at least half the median angle. It
// returns nil if there are fewer than minBirds of them. all is the number of members that are present in all
// frames.
func (f *film) birdsThatTurn(k int, members func(int32) bool) (birds []turner, all int) {
	every := f.turners(k, members)
	if len(every) < minBirds {
		return nil, len(every)
	}
	f.delays(every)
	f.angles(every)
	var angles []float64
	for i := range every {
		angles = append(angles, every[i].angle)
	}
	slices.Sort(angles)
	threshold := angles[len(angles)/2] / 2
	for _, b := range every {
		if b.angle >= threshold {
			birds = append(birds, b)
		}
	}
	if len(birds) < minBirds {
		return nil, len(every)
	}
	return birds, len(every)
}

type turner struct {
	id     int32
	pos    vec.Vec64 // position relative to the mean position when the flock turns, m
	phi    []float64 // course about the axis of the flock's turn in each frame, rad
	rates  []float64 // rate of change of phi, rad/s
	middle int       // index of the frame in which the flock turns
	shift  float64   // delay after the flock, in frames
	delay  float64   // delay after the flock, s
	angle  float64
}

// turners returns the members that are present in all frames.
func (f *film) turners(k int, members func(int32) bool) (all []turner) {
	axis := f.rate(k).Unit()
	ahead := f.courses[k].Sub(axis.Scale(f.courses[k].Dot(axis))).Unit()
	left := axis.Cross(ahead)
	centre := vec.Mean(f.frames[k].pos)
	for i, id := range f.frames[k].id {
		if !members(id) {
			continue
		}
		b := turner{id: id, pos: f.frames[k].pos[i].Sub(centre), middle: k, phi: make([]float64, len(f.frames))}
		present := true
		for n, frame := range f.frames {
			index, ok := frame.find(id, i)
			if !ok {
				present = false
				break
			}
			b.phi[n] = math.Atan2(frame.vel[index].Dot(left), frame.vel[index].Dot(ahead))
			if n > 0 {
				b.phi[n] = b.phi[n-1] + math.Remainder(b.phi[n]-b.phi[n-1], 2*math.Pi)
			}
		}
		if present {
			b.rates = f.slopes(b.phi)
			all = append(all, b)
		}
	}
	return all
}

func (f *film) slopes(phi []float64) []float64 {
	a, out := max(1, f.frameCount(halfRate)), make([]float64, len(phi))
	for k := a; k+a < len(phi); k++ {
		out[k] = (phi[k+a] - phi[k-a]) / (2 * float64(a) * f.dt)
	}
	return out
}

// rounds is the number of times that the birds are compared with their mean.
const rounds = 3

// delays finds when the rate of turn of each bird is most similar to the mean rate. It computes the mean
// again after shifting the birds by their delays (Woody 1967).
func (f *film) delays(birds []turner) {
	halfWindow, most := f.frameCount(likeness), f.frameCount(mostDelay)
	for range rounds {
		model := make([]float64, 2*halfWindow+1)
		for i := range birds {
			b := &birds[i]
			for n := range model {
				model[n] += b.rates[b.middle+int(math.Round(b.shift))+n-halfWindow] / float64(len(birds))
			}
		}
		for i := range birds {
			birds[i].shift = birds[i].bestShift(model, halfWindow, most)
		}
	}
	for i := range birds {
		birds[i].delay = birds[i].shift * f.dt
	}
}

// bestShift returns the shift, up to most frames, for which the bird's rates are most similar to model. model
// has 2·halfWindow + 1 frames with the turn in the middle.
func (b *turner) bestShift(model []float64, halfWindow, most int) float64 {
	likeness := make([]float64, 2*most+1)
	for k := range likeness {
		from := b.middle + k - most - halfWindow
		likeness[k] = correlationOf(model, b.rates[from:from+len(model)])
	}
	best := slices.Index(likeness, slices.Max(likeness))
	shift := float64(best - most)
	if best > 0 && best < len(likeness)-1 { // refines the result with the parabola through three values
		l, m, r := likeness[best-1], likeness[best], likeness[best+1]
		if bend := l - 2*m + r; bend < 0 {
			shift += (l - r) / (2 * bend)
		}
	}
	return shift
}

func correlationOf(x, y []float64) float64 {
	mx, my := mean(x), mean(y)
	var xx, xy, yy float64
	for k := range x {
		dx, dy := x[k]-mx, y[k]-my
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
}

func (f *film) angles(birds []turner) {
	halfWindow := f.frameCount(likeness)
	for i := range birds {
		b := &birds[i]
		index := b.middle + int(math.Round(b.shift))
		b.angle = b.phi[index+halfWindow] - b.phi[index-halfWindow]
	}
}
