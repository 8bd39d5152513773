package field

import (
	"fmt"
	"math"

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
	turns, stirs, waves  int
	least                float64 // polarization
	disordered, frames   int
}

// NewCard begins the card of birds so many m from wingtip to wingtip.
func NewCard(wingspan float64) *Card {
	return &Card{wingspan: wingspan, figures: map[string]*series{}, least: 1}
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

func (c *Card) add(key string, x float64) { c.series(key).add(x) }

func (c *Card) addNull(key string, x float64) {
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		c.series(key).nulls = append(c.series(key).nulls, x)
	}
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
	c.least = min(c.least, p)
	c.frames++
	if p >= disorder {
		c.ordered = now.seconds
	} else {
		c.disordered++
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
	s, ok := c.film.stirOf(at, int64(c.stirs))
	if !ok {
		return
	}
	c.stirs++
	c.addNull("wave_linear", s.chance)
	c.add("wave_linear", s.linear)
	if s.linear < running {
		return
	}
	c.waves++
	c.add("wave", s.slowness)
	c.add("wave_reached", 100*s.reached)
}

func (c *Card) turned(at int) {
	t, ok := c.film.analyse(at, int64(c.turns), func(id int32) bool { return c.members[id] })
	if !ok {
		return
	}
	c.turns++
	c.add("slowness", t.slowness)
	c.add("linear", t.linear)
	c.addNull("linear", t.chance)
	c.add("follow", 100*t.follow)
}

// Pool is the card of several runs, as if their samples were those of one.
func Pool(cards ...*Card) *Card {
	all := NewCard(0)
	for _, c := range cards {
		for key, s := range c.figures {
			to := all.series(key)
			to.runs, to.nulls = append(to.runs, s.runs...), append(to.nulls, s.nulls...)
		}
		all.birds, all.turns, all.samples = c.birds, all.turns+c.turns, all.samples+c.samples
		all.stirs, all.waves = all.stirs+c.stirs, all.waves+c.waves
		all.frames, all.disordered = all.frames+c.frames, all.disordered+c.disordered
		all.seen, all.least = all.seen+c.seen, min(all.least, c.least)
		all.last += c.last - c.first
	}
	return all
}

// Birds is the mean number of birds in a frame, rounded.
func (c *Card) Birds() int { return c.birds }

// Frames is the number of frames seen.
func (c *Card) Frames() int { return c.seen }

// Samples is the number of instants at which all was measured.
func (c *Card) Samples() int { return c.samples }

// Seconds is the simulated time from the first frame to the last, of all runs.
func (c *Card) Seconds() float64 { return c.last - c.first }

// note says what else is to know about a row.
func (c *Card) note(key string) string {
	switch {
	case key == "polarization" && c.frames > 0:
		return fmt.Sprintf("least %.2f, below %.1f in %.1f %% of the time", c.least, disorder, 100*float64(c.disordered)/float64(c.frames))
	case key == "tips" && c.turns == 0:
		return "turns: 0, it flies on as it does, whoever leads"
	case key == "turn" || key == "tips":
		return fmt.Sprintf("turns: %d", c.turns)
	case key == "wave" && c.stirs > 0:
		return fmt.Sprintf("%d of %d stirs run through the flock", c.waves, c.stirs)
	}
	return ""
}
