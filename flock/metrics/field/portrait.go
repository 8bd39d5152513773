package field

import (
	"math"
	"slices"

	"skein/flock"
)

// Portrait is what two flocks are likened by: a scorecard, and how single birds fly,
// which is gathered with each of its samples, twice a second, of the largest part.
type Portrait struct {
	card   *Card
	values map[string][]float64
	birds  float64 // sum over the frames

	frames int
	past   []*instant // those of the last moments
	names  names
	next   float64
}

// Trait is one thing that is told of each single bird.
type Trait struct {
	Key, Name, Unit, Doc string
}

// Traits lists what a portrait tells of single birds.
func Traits() []Trait {
	return []Trait{
		{"first", "distance of the first neighbour", "m", "to the nearest other"},
		{"seventh", "distance of the seventh neighbour", "m", "to the 7th nearest"},
		{"speed", "speed", "m/s", "|v|"},
		{"climb", "climb", "m/s", "the vertical part of v less that of the mean v"},
		{"apart", "course, to the neighbours'", "°", "angle between v and the mean heading of the 7 nearest"},
		{"astray", "course, to the flock's", "°", "angle between v and the mean heading of all"},
		{"restless", "acceleration of its own", "m/s²", "that of v over a fifth of a second, less the mean of all"},
	}
}

// lately is how long before each sample the birds are looked at for what changes.
const lately = 0.2 // s

// NewPortrait begins the portrait of birds so many m from wingtip to wingtip.
func NewPortrait(wingspan float64) *Portrait {
	return &Portrait{card: NewCard(wingspan), values: map[string][]float64{}}
}

// Snapshot takes in a flock of those in a snapshot, counted from 0.
func (p *Portrait) Snapshot(s *flock.Snapshot, number int) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.Only(number)
	}
	f := FrameOf(&own)
	p.Frame(&f)
}

// Frame takes in the flock at the next instant.
func (p *Portrait) Frame(f *Frame) {
	const hair = 1e-6
	p.card.Frame(f)
	p.names.rename(f)
	p.frames++
	p.birds += float64(len(f.Pos))
	now := p.names.instant(f)
	for len(p.past) > 0 && now.seconds-p.past[0].seconds > 1.5*lately {
		p.past = p.past[1:]
	}
	if p.frames == 1 {
		p.next = f.Seconds
	}
	if f.Seconds >= p.next-hair {
		p.next = max(p.next+sampleEvery, f.Seconds)
		p.sample(now.only(largest(now.pos)))
	}
	p.past = append(p.past, now)
}

// before is the frame that is nearest to being a moment ago, nil if there is none.
func (p *Portrait) before(now *instant) (best *instant) {
	off := lately / 2
	for _, f := range p.past {
		if d := math.Abs(now.seconds - f.seconds - lately); d < off {
			best, off = f, d
		}
	}
	return best
}

func (p *Portrait) add(key string, x float64) { p.values[key] = append(p.values[key], x) }

func (p *Portrait) sample(now *instant) {
	if len(now.pos) < fewest {
		return
	}
	near, heads, drift := neighbours(now.pos, interacting), headings(now.vel), meanOf(now.vel)
	course := meanOf(heads).unit()
	for i := range now.pos {
		var others vec
		for _, n := range near[i] {
			others = others.add(heads[n.id])
		}
		last := near[i][len(near[i])-1]
		p.add("first", math.Sqrt(near[i][0].d2))
		p.add("seventh", math.Sqrt(last.d2))
		p.add("speed", now.vel[i].len())
		p.add("climb", now.vel[i][1]-drift[1])
		p.add("apart", angle(now.vel[i], others))
		p.add("astray", angle(now.vel[i], course))
	}
	if before := p.before(now); before != nil {
		p.restless(now, before)
	}
}

// restless tells how the birds' velocities changed otherwise than the mean one.
func (p *Portrait) restless(now, before *instant) {
	var changes []vec
	for i, id := range now.id {
		if k, there := before.find(id, i); there {
			changes = append(changes, now.vel[i].sub(before.vel[k]).mul(1/(now.seconds-before.seconds)))
		}
	}
	mean := meanOf(changes)
	for _, c := range changes {
		p.add("restless", c.between(mean))
	}
}

// angle is that between two directions, in degrees.
func angle(a, b vec) float64 { return math.Atan2(a.cross(b).len(), a.dot(b)) * 180 / math.Pi }

// PoolPortraits is the portrait of several runs, as if their samples were those of one.
func PoolPortraits(all ...*Portrait) *Portrait {
	pool := NewPortrait(0)
	var cards []*Card
	for _, p := range all {
		cards = append(cards, p.card)
		for key, values := range p.values {
			pool.values[key] = append(pool.values[key], values...)
		}
		pool.frames, pool.birds = pool.frames+p.frames, pool.birds+p.birds
	}
	pool.card = Pool(cards...)
	return pool
}

// Card is the scorecard.
func (p *Portrait) Card() *Card { return p.card }

// Birds is the mean number of birds in a frame.
func (p *Portrait) Birds() float64 { return p.birds / float64(max(1, p.frames)) }

// quantiles are so many values that split the birds evenly.
const quantiles = 99

// Quantiles of a trait, from low to high; none if it was not seen.
func (p *Portrait) Quantiles(key string) []float64 {
	all := slices.Clone(p.values[key])
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	out := make([]float64, quantiles)
	for k := range out {
		at := (float64(k) + 0.5) / quantiles * float64(len(all)-1)
		low := int(at)
		high := min(low+1, len(all)-1)
		out[k] = all[low] + (at-float64(low))*(all[high]-all[low])
	}
	return out
}
