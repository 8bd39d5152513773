package field

import (
	"fmt"
	"math"
	"slices"

	"skein/flock"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// Intervals between measurements: filmEvery for polarization, turns and membership, and sampleEvery for
// everything else.
const (
	filmEvery   = 1. / 15 // s
	sampleEvery = 0.5     // s
	nullEvery   = 2       // samples
)

// disorder is the polarization below which birds do not form a flock.
const disorder = 0.8

// Card measures the rows of the scorecard for a flock over time. Pass frames to it, then call Lines. It uses
// at most 15 frames per second, and takes a sample twice per second.
type Card struct {
	wingspan    float64
	names       idMap
	members     map[int32]bool // ids of the birds in the largest part in the last sample
	film        film
	origins     []*origin
	figures     map[string]*series
	lastOrdered float64 // time at which the polarization was last high, s
	closest     closest
	together    map[int32]float64 // time at which each bird was last in the largest part, s

	nextFilm, nextSample float64
	first, last          float64
	seen, samples        int
}

// Keys of series that are not figures of a row. framesSeen holds the number of birds in each frame. Each of
// the others holds a 1 for every event.
const (
	framesSeen  = "frames"
	samplesSeen = "samples"
	turnsSeen   = "turns"
	stirsSeen   = "stirs"
	wavesSeen   = "waves"
)

// NewCard returns an empty card. wingspan is in metres.
func NewCard(wingspan float64) *Card {
	return &Card{wingspan: wingspan, figures: map[string]*series{}}
}

// Snapshot adds the flock with the given index in a snapshot.
func (c *Card) Snapshot(s *flock.Snapshot, index int) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.OneFlock(index)
	}
	f := FrameOf(&own)
	c.Frame(&f)
}

// Frame adds the next frame.
func (c *Card) Frame(f *Frame) {
	const tolerance = 1e-6
	if c.seen++; c.seen == 1 {
		c.first, c.nextFilm, c.nextSample, c.lastOrdered = f.Seconds, f.Seconds, f.Seconds, f.Seconds
	}
	c.countFrame(f)
	c.names.rename(f)
	c.closest.frame(f)
	if f.Seconds < c.nextFilm-tolerance {
		return
	}
	instant := c.names.instant(f)
	if least, ok := c.closest.take(); ok {
		c.add("closest", least)
	}
	c.nextFilm = f.Seconds + filmEvery
	if f.Seconds >= c.nextSample-tolerance {
		c.nextSample = max(c.nextSample+sampleEvery, f.Seconds)
		c.sample(instant)
	}
	for _, o := range c.origins {
		o.follow(instant, filmEvery/2)
	}
	c.measureOrder(instant)
}

func (c *Card) countFrame(f *Frame) {
	c.last = f.Seconds
	c.add(framesSeen, float64(len(f.Pos)))
}

func (c *Card) series(key string) *series {
	if c.figures[key] == nil {
		c.figures[key] = &series{}
	}
	return c.figures[key]
}

func (c *Card) add(key string, x float64) { c.series(key).add(c.last, x) }

func (c *Card) addNull(key string, x float64) { c.series(key).addNull(c.last, x) }

func (c *Card) count(key string) int {
	if s := c.figures[key]; s != nil {
		return len(s.all())
	}
	return 0
}

// sample measures everything that depends only on one instant, and compares it with earlier samples.
func (c *Card) sample(all *instant) {
	ids, parts := largestPart(all.pos)
	current := all.subset(ids)
	c.members = make(map[int32]bool, len(ids))
	for _, id := range current.id {
		c.members[id] = true
	}
	c.samples++
	c.add(samplesSeen, 1)
	if len(all.id) > 0 {
		longest, away := c.away(all)
		c.add("away", longest)
		c.add("away_birds", float64(away))
	}
	together := 100 * float64(len(ids)) / float64(len(all.pos))
	if len(ids) >= leastSmall {
		c.add("small_together", together)
		for key, x := range smallFigures(current) {
			c.add(key, x)
		}
	}
	if len(ids) < minBirds {
		return
	}
	c.add("together", together)
	c.add("parts", float64(parts))
	if x, ok := snapshots.Rotation(current.snapshot()); ok {
		c.add("rotation", x)
	}
	cloud := newCloud(current.pos, current.vel, c.wingspan)
	null := make(chan figures, 1)
	if cloud.space != nil && (c.samples-1)%nullEvery == 0 {
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
	c.compareNeighbours(current, cloud.near)
}

// keptFigures lists the figures on neighbours that stay together: the number of neighbours compared, and the
// time after which they are compared, in seconds.
var keptFigures = []struct {
	key   string
	among int
	lag   float64
}{{"kept1", interactingCount, 1}, {"kept3.5", interactingCount, 3.5}, {"kept1_10", followedCount, 1}, {"kept3.5_10", followedCount, 3.5}}

func (c *Card) compareNeighbours(current *instant, near [][]neighbour) {
	const oldest, near1 = 3.5, 0.05
	var young []*origin
	for _, o := range c.origins {
		age := current.seconds - o.seconds
		for _, k := range keptFigures {
			if math.Abs(age-k.lag) <= near1*k.lag {
				c.add(k.key, o.keptShare(current, near, k.among))
				c.addNull(k.key, float64(k.among)/float64(len(near)-1))
			}
		}
		if age < oldest+filmEvery {
			young = append(young, o)
			continue
		}
		o.follow(current, filmEvery/2)
		c.add("diffusion", o.exponent())
	}
	c.origins = append(young, &origin{instant: current, near: near})
}

func (c *Card) measureOrder(current *instant) {
	mean, birds := current.heading(c.members)
	if birds < minBirds {
		return
	}
	p, _ := mean.Polarization()
	c.add("polarization", p)
	if p >= disorder {
		c.lastOrdered = current.seconds
	}
	c.add("disordered", current.seconds-c.lastOrdered)
	if index, turns := c.film.push(current, vec.Vec64(mean.Mean()).Unit()); turns {
		c.addTurn(index)
	}
	c.film.stirs(c.members)
	if index := len(c.film.frames) - 2 - c.film.frameCount(stirReach); c.film.dt > 0 && index >= 0 && c.film.stirAt(index) {
		c.addStir(index)
	}
}

// addStir measures the agitation in a frame, unless the flock is turning.
func (c *Card) addStir(index int) {
	s, ok := c.film.stirOf(index, int64(c.count(stirsSeen)))
	if !ok || s.turn {
		return
	}
	c.add(stirsSeen, 1)
	c.addNull("wave_linear", s.chance)
	c.add("wave_linear", s.linear)
	if s.linear < minWaveR2 {
		return
	}
	c.add(wavesSeen, 1)
	c.add("wave", s.slowness)
	c.add("wave_reached", 100*s.reached)
}

func (c *Card) addTurn(index int) {
	t, ok := c.film.analyse(index, int64(c.count(turnsSeen)), func(id int32) bool { return c.members[id] })
	if !ok {
		return
	}
	c.add(turnsSeen, 1)
	c.add("slowness", t.slowness)
	c.add("linear", t.linear)
	c.addNull("linear", t.chance)
	c.add("follow", 100*t.follow)
}

// Pool returns a card with the samples of several runs.
func Pool(cards ...*Card) *Card { return Span(math.Inf(-1), math.Inf(1), cards...) }

// Span returns a card with the samples of several runs between two times, in seconds. The time of a sample is
// the time at which it became known. For turns and neighbours that stay together, this is later than the
// measured instant.
func Span(from, to float64, cards ...*Card) *Card {
	all := NewCard(0)
	for _, c := range cards {
		for key, s := range c.figures {
			all.series(key).appendRuns(s, from, to)
		}
		all.last += max(0, min(c.last, to)-max(c.first, from))
	}
	return all
}

// Forget removes all samples before the given time, in seconds.
func (c *Card) Forget(before float64) {
	for _, s := range c.figures {
		s.forget(before)
	}
}

// Birds returns the mean number of birds in a frame, rounded.
func (c *Card) Birds() int { return int(math.Round(c.meanBirds())) }

func (c *Card) meanBirds() float64 {
	if s := c.figures[framesSeen]; s != nil {
		return mean(s.all())
	}
	return 0
}

// Frames returns the number of frames in all runs.
func (c *Card) Frames() int { return c.count(framesSeen) }

// Samples returns the number of samples in all runs.
func (c *Card) Samples() int { return c.count(samplesSeen) }

// First returns the time of the first frame, in seconds.
func (c *Card) First() float64 { return c.first }

// Last returns the time of the last frame, in seconds.
func (c *Card) Last() float64 { return c.last }

// Seconds returns the simulated time from the first to the last frame of all runs.
func (c *Card) Seconds() float64 { return c.last - c.first }

func (c *Card) note(key string) string {
	turns, stirs := c.count(turnsSeen), c.count(stirsSeen)
	switch {
	case key == "polarization" && c.count(key) > 0:
		return polarizationNote(c.figures[key].all())
	case key == "tips" && turns == 0:
		return "turns: 0; the flock did not turn, so the leaders cannot be found"
	case key == "turn" || key == "tips":
		return fmt.Sprintf("turns: %d", turns)
	case key == "wave" && stirs > 0:
		return fmt.Sprintf("%d of %d stirs run through the flock", c.count(wavesSeen), stirs)
	}
	return ""
}

func polarizationNote(all []float64) string {
	below := 0
	for _, p := range all {
		if p < disorder {
			below++
		}
	}
	return fmt.Sprintf("minimum %.2f; below %.1f in %.1f %% of the time", slices.Min(all), disorder, 100*float64(below)/float64(len(all)))
}
