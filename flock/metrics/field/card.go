package field

import (
	"fmt"
	"math"
	"slices"

	"skein/flock"
)

// How often a flock is looked at: polarization, turns and who is where, and all else.
const (
	filmEvery   = 1. / 15 // s
	sampleEvery = 0.5     // s
	nullEvery   = 2       // samples
)

// disorder is the polarization below which a flock is none.
const disorder = 0.8

// Card gathers the scorecard of a flock over time: show it frame by frame, then ask for
// the Lines. It takes time in proportion to the frames that it looks at, 15 a second of
// those there are, and to the squares of their birds, up to some thousands, twice a second.
type Card struct {
	wingspan float64
	names    names
	members  map[int32]bool // of the largest part, as of the last sample
	film     film
	origins  []*origin
	figures  map[string]*series
	ordered  float64 // s, when polarization was high last

	nextFilm, nextSample float64
	first, last          float64
	seen, samples, birds int // birds: in a frame, on average
	flown                int // birds of all frames
}

// What is counted rather than measured: a 1 of each is kept.
const (
	turnsSeen = "turns"
	stirsSeen = "stirs"
	wavesSeen = "waves"
)

// NewCard begins the card of birds so many m from wingtip to wingtip.
func NewCard(wingspan float64) *Card {
	return &Card{wingspan: wingspan, figures: map[string]*series{}}
}

// Snapshot takes in a flock of those in a snapshot, counted from 0.
func (c *Card) Snapshot(s *flock.Snapshot, number int) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.Only(number)
	}
	f := FrameOf(&own)
	c.Frame(&f)
}

// Frame takes in the flock at the next instant.
func (c *Card) Frame(f *Frame) {
	const hair = 1e-6
	if c.seen++; c.seen == 1 {
		c.first, c.nextFilm, c.nextSample, c.ordered = f.Seconds, f.Seconds, f.Seconds, f.Seconds
	}
	c.flown += len(f.Pos)
	c.last, c.birds = f.Seconds, int(math.Round(float64(c.flown)/float64(c.seen)))
	c.names.rename(f)
	if f.Seconds < c.nextFilm-hair {
		return
	}
	now := c.names.instant(f)
	c.nextFilm = f.Seconds + filmEvery
	if f.Seconds >= c.nextSample-hair {
		c.nextSample = max(c.nextSample+sampleEvery, f.Seconds)
		c.sample(now)
	}
	for _, o := range c.origins {
		o.follow(now, filmEvery/2)
	}
	c.order(now)
}

func (c *Card) series(key string) *series {
	if c.figures[key] == nil {
		c.figures[key] = &series{}
	}
	return c.figures[key]
}

func (c *Card) add(key string, x float64) { c.series(key).add(c.last, x) }

func (c *Card) addNull(key string, x float64) { c.series(key).addNull(c.last, x) }

// count is how often something was seen.
func (c *Card) count(key string) int {
	if s := c.figures[key]; s != nil {
		return len(s.all())
	}
	return 0
}

// sample measures all that one instant tells, and what became of earlier ones.
func (c *Card) sample(all *instant) {
	which := largest(all.pos)
	now := all.only(which)
	c.members = make(map[int32]bool, len(which))
	for _, id := range now.id {
		c.members[id] = true
	}
	c.samples++
	if len(which) < fewest {
		return
	}
	c.add("together", 100*float64(len(which))/float64(len(all.pos)))
	cloud := newCloud(now.pos, now.vel, c.wingspan)
	null := make(chan figures, 1)
	if cloud.solid && (c.samples-1)%nullEvery == 0 {
		number := int64(c.samples)
		go func() { null <- cloud.null(number).measure() }()
	} else {
		null <- nil
	}
	for key, x := range cloud.measure() {
		c.add(key, x)
	}
	for key, x := range <-null {
		c.addNull(key, x)
	}
	c.recall(now, cloud.near)
}

// recall compares the neighbours with those of earlier samples.
func (c *Card) recall(now *instant, near [][]neighbour) {
	const oldest, near1 = 3.5, 0.05
	var young []*origin
	for _, o := range c.origins {
		age := now.seconds - o.seconds
		for key, lag := range map[string]float64{"kept1": 1, "kept3.5": 3.5} {
			if math.Abs(age-lag) <= near1*lag {
				c.add(key, o.kept(now, near))
				c.addNull(key, float64(interacting)/float64(len(near)-1))
			}
		}
		if age < oldest+filmEvery {
			young = append(young, o)
			continue
		}
		o.follow(now, filmEvery/2)
		c.add("diffusion", o.exponent())
	}
	c.origins = append(young, &origin{instant: now, near: near})
}

// order measures the polarization of the largest part, and looks for turns.
func (c *Card) order(now *instant) {
	var sum vec
	count := 0
	for i, id := range now.id {
		if c.members[id] {
			sum, count = sum.add(now.vel[i].unit()), count+1
		}
	}
	if count < fewest {
		return
	}
	p := sum.len() / float64(count)
	c.add("polarization", p)
	if p >= disorder {
		c.ordered = now.seconds
	}
	c.add("disordered", now.seconds-c.ordered)
	if at, turns := c.film.push(now, sum.unit()); turns {
		c.turned(at)
	}
	c.film.stirs(c.members)
	if at := len(c.film.frames) - 2 - c.film.frameCount(stirReach); c.film.dt > 0 && at >= 0 && c.film.stirAt(at) {
		c.stirred(at)
	}
}

// stirred measures a stir.
func (c *Card) stirred(at int) {
	s, ok := c.film.stirOf(at, int64(c.count(stirsSeen)))
	if !ok {
		return
	}
	c.add(stirsSeen, 1)
	c.addNull("wave_linear", s.chance)
	c.add("wave_linear", s.linear)
	if s.linear < running {
		return
	}
	c.add(wavesSeen, 1)
	c.add("wave", s.slowness)
	c.add("wave_reached", 100*s.reached)
}

func (c *Card) turned(at int) {
	t, ok := c.film.analyse(at, int64(c.count(turnsSeen)), func(id int32) bool { return c.members[id] })
	if !ok {
		return
	}
	c.add(turnsSeen, 1)
	c.add("slowness", t.slowness)
	c.add("linear", t.linear)
	c.addNull("linear", t.chance)
	c.add("follow", 100*t.follow)
}

// Pool is the card of several runs, as if their samples were those of one.
func Pool(cards ...*Card) *Card { return Span(math.Inf(-1), math.Inf(1), cards...) }

// Span is the card of what several runs showed from a time on up to another, in s, as if
// their samples were those of one. What takes time to measure, such as a turn or who is
// still whose neighbour, is of when it was known.
func Span(from, to float64, cards ...*Card) *Card {
	all := NewCard(0)
	for _, c := range cards {
		for key, s := range c.figures {
			all.series(key).take(s, from, to)
		}
		all.birds, all.samples, all.seen = c.birds, all.samples+c.samples, all.seen+c.seen
		all.last += max(0, min(c.last, to)-max(c.first, from))
	}
	return all
}

// Forget lets go of what was seen before a time, in s.
func (c *Card) Forget(before float64) {
	for _, s := range c.figures {
		s.forget(before)
	}
}

// Birds is the mean number of birds in a frame, rounded.
func (c *Card) Birds() int { return c.birds }

// Frames is the number of frames seen.
func (c *Card) Frames() int { return c.seen }

// Samples is the number of instants at which all was measured.
func (c *Card) Samples() int { return c.samples }

// First is the time of the first frame seen, s.
func (c *Card) First() float64 { return c.first }

// Last is the time of the last frame seen, s.
func (c *Card) Last() float64 { return c.last }

// Seconds is the simulated time from the first frame to the last, of all runs.
func (c *Card) Seconds() float64 { return c.last - c.first }

// note says what else is to know about a row.
func (c *Card) note(key string) string {
	turns, stirs := c.count(turnsSeen), c.count(stirsSeen)
	switch {
	case key == "polarization" && c.count(key) > 0:
		return ordered(c.figures[key].all())
	case key == "tips" && turns == 0:
		return "turns: 0, it flies on as it does, whoever leads"
	case key == "turn" || key == "tips":
		return fmt.Sprintf("turns: %d", turns)
	case key == "wave" && stirs > 0:
		return fmt.Sprintf("%d of %d stirs run through the flock", c.count(wavesSeen), stirs)
	}
	return ""
}

// ordered says how the polarization was.
func ordered(all []float64) string {
	below := 0
	for _, p := range all {
		if p < disorder {
			below++
		}
	}
	return fmt.Sprintf("least %.2f, below %.1f in %.1f %% of the time", slices.Min(all), disorder, 100*float64(below)/float64(len(all)))
}
