package field

import (
	"math"
	"slices"

	"skein/flock"
	"skein/flock/vec"
)

// Portrait describes a flock by a scorecard and by traits of single birds, so that it can be compared with
// another flock. Traits are measured twice per second, for the birds of the largest part.
type Portrait struct {
	card   *Card
	values map[string][]float64

	frames int
	past   []*instant
	names  idMap
	next   float64
}

// Trait is a property of single birds, such as their speed.
type Trait struct {
	Key, Name, Unit, Doc string
}

// Traits returns the traits that a portrait measures.
func Traits() []Trait {
	return []Trait{
		{"first", "distance of the first neighbour", "m", "distance to the nearest other bird"},
		{"seventh", "distance of the seventh neighbour", "m", "distance to the 7th nearest bird"},
		{"speed", "speed", "m/s", "|v|"},
		{"climb", "climb", "m/s", "vertical part of v minus the vertical part of the mean v"},
		{"apart", "angle to the neighbours' course", "°", "angle between v and the mean heading of the 7 nearest"},
		{"astray", "angle to the flock's course", "°", "angle between v and the mean heading of all birds"},
		{"restless", "own acceleration", "m/s²", "change of v over a fifth of a second, minus the mean change of all birds"},
	}
}

// changePeriod is the time over which changes are measured before a sample, s.
const changePeriod = 0.2

// NewPortrait returns an empty portrait. wingspan is in metres.
func NewPortrait(wingspan float64) *Portrait {
	return &Portrait{card: NewCard(wingspan), values: map[string][]float64{}}
}

// Snapshot adds the flock with the given index in a snapshot.
func (p *Portrait) Snapshot(s *flock.Snapshot, index int) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.OneFlock(index)
	}
	f := FrameOf(&own)
	p.Frame(&f)
}

// Frame adds the next frame.
func (p *Portrait) Frame(f *Frame) {
	const tolerance = 1e-6
	p.card.Frame(f)
	p.names.rename(f)
	p.frames++
	instant := p.names.instant(f)
	for len(p.past) > 0 && instant.seconds-p.past[0].seconds > 1.5*changePeriod {
		p.past = p.past[1:]
	}
	if p.frames == 1 {
		p.next = f.Seconds
	}
	if f.Seconds >= p.next-tolerance {
		p.next = max(p.next+sampleEvery, f.Seconds)
		ids, _ := largestPart(instant.pos)
		p.sample(instant.subset(ids))
	}
	p.past = append(p.past, instant)
}

// frameBefore returns the stored frame closest to changePeriod before current. It returns nil if the closest
// frame is more than half of changePeriod off.
func (p *Portrait) frameBefore(current *instant) (best *instant) {
	offset := changePeriod / 2
	for _, f := range p.past {
		if d := math.Abs(current.seconds - f.seconds - changePeriod); d < offset {
			best, offset = f, d
		}
	}
	return best
}

func (p *Portrait) add(key string, x float64) { p.values[key] = append(p.values[key], x) }

func (p *Portrait) sample(current *instant) {
	if len(current.pos) < minBirds {
		return
	}
	near, heads, drift := neighbours(current.pos, interactingCount), headings(current.vel), vec.Mean(current.vel)
	course := courseOf(current.vel)
	for i := range current.pos {
		var others vec.Vec64
		for _, n := range near[i] {
			others = others.Add(heads[n.ID])
		}
		last := near[i][len(near[i])-1]
		p.add("first", math.Sqrt(near[i][0].D2))
		p.add("seventh", math.Sqrt(last.D2))
		p.add("speed", current.vel[i].Length())
		p.add("climb", current.vel[i][1]-drift[1])
		p.add("apart", angle(current.vel[i], others))
		p.add("astray", angle(current.vel[i], course))
	}
	if before := p.frameBefore(current); before != nil {
		p.measureRestlessness(current, before)
	}
}

func (p *Portrait) measureRestlessness(current, before *instant) {
	var changes []vec.Vec64
	for i, id := range current.id {
		if k, ok := before.find(id, i); ok {
			changes = append(changes, current.vel[i].Sub(before.vel[k]).Scale(1/(current.seconds-before.seconds)))
		}
	}
	mean := vec.Mean(changes)
	for _, c := range changes {
		p.add("restless", c.Distance(mean))
	}
}

func angle(a, b vec.Vec64) float64 { return math.Atan2(a.Cross(b).Length(), a.Dot(b)) * 180 / math.Pi }

// PoolPortraits returns a portrait with the samples of several runs.
func PoolPortraits(all ...*Portrait) *Portrait {
	pool := NewPortrait(0)
	var cards []*Card
	for _, p := range all {
		cards = append(cards, p.card)
		for key, values := range p.values {
			pool.values[key] = append(pool.values[key], values...)
		}
	}
	pool.card = Pool(cards...)
	return pool
}

// Card returns the scorecard.
func (p *Portrait) Card() *Card { return p.card }

// Birds returns the mean number of birds in a frame over all runs.
func (p *Portrait) Birds() float64 { return p.card.meanBirds() }

const quantiles = 99

// Quantiles returns ascending values that divide the birds' values of a trait into equal parts. It returns
// nil if the trait was not measured.
func (p *Portrait) Quantiles(key string) []float64 {
	all := slices.Clone(p.values[key])
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	out := make([]float64, quantiles)
	for k := range out {
		index := (float64(k) + 0.5) / quantiles * float64(len(all)-1)
		low := int(index)
		high := min(low+1, len(all)-1)
		out[k] = all[low] + (index-float64(low))*(all[high]-all[low])
	}
	return out
}
