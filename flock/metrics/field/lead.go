package field

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/vec"
)

// Lead measures leadership: how a flock changes its course, and which birds turn first. Pass frames to it,
// then call Lines and Order. It uses at most 15 frames per second.
type Lead struct {
	card     *Card
	names    idMap
	film     film
	members  map[int32]bool
	tracks   tracks
	last     map[int32]float64 // delays in the previous turn, by id, s
	finished bool

	nextFilm, nextSample float64
}

// NewLead returns an empty Lead.
func NewLead() *Lead {
	return &Lead{card: NewCard(0), tracks: tracks{byID: map[int32]*track{}}}
}

// Snapshot adds the flock with the given index in a snapshot.
func (l *Lead) Snapshot(s *flock.Snapshot, index int) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.OneFlock(index)
	}
	f := FrameOf(&own)
	l.Frame(&f)
}

// Frame adds the next frame.
func (l *Lead) Frame(f *Frame) {
	const tolerance = 1e-6
	c := l.card
	if c.seen++; c.seen == 1 {
		c.first, l.nextFilm, l.nextSample = f.Seconds, f.Seconds, f.Seconds
	}
	c.countFrame(f)
	l.names.rename(f)
	if f.Seconds < l.nextFilm-tolerance {
		return
	}
	l.nextFilm = max(l.nextFilm+filmEvery, f.Seconds)
	instant := l.names.instant(f)
	if f.Seconds >= l.nextSample-tolerance {
		l.nextSample = max(l.nextSample+sampleEvery, f.Seconds)
		l.members = map[int32]bool{}
		ids, _ := largestPart(instant.pos)
		for _, i := range ids {
			l.members[instant.id[i]] = true
		}
	}
	course := l.course(instant)
	l.tracks.add(instant, l.members, course, c.first)
	if course == (vec.Vec64{}) {
		return
	}
	if index, turns := l.film.push(instant, course); turns {
		l.addTurn(index)
	}
}

// course returns the course of the largest part, or zero if it has too few birds.
func (l *Lead) course(current *instant) vec.Vec64 {
	mean, birds := current.heading(l.members)
	if birds < minBirds {
		return vec.Vec64{}
	}
	return vec.Vec64(mean.Mean()).Unit()
}

// PoolLeads combines several runs. The result has the turns of all runs, but the order of the birds of the
// first run only.
func PoolLeads(all ...*Lead) *Lead {
	var cards []*Card
	for _, l := range all {
		l.finish()
		cards = append(cards, l.card)
	}
	return &Lead{card: Pool(cards...), tracks: all[0].tracks, finished: true}
}

func (l *Lead) finish() {
	if !l.finished {
		l.finished = true
		l.tracks.order(l.card)
	}
}

// Order returns the birds whose headings were compared, in the order in which they turn.
func (l *Lead) Order() []Follower {
	l.finish()
	return l.tracks.ranked
}

// Card returns the card that holds the figures and the numbers of birds, frames and seconds.
func (l *Lead) Card() *Card { return l.card }

// Lines returns the rows on leadership for all frames so far.
func (l *Lead) Lines() []Line {
	l.finish()
	lines := combineCards(LeadRows(), []*Card{l.card})
	for k := range lines {
		if line := &lines[k]; line.Pass != nil && !*line.Pass {
			line.Note = strings.TrimPrefix(line.Note+"; "+failureNotes[line.Key], "; ")
		}
	}
	return lines
}

// firstShare is the fraction of the birds that count as the first to turn. At least 3 birds count.
const firstShare = 0.1

// addTurn adds the figures of a turn at frame k, unless too few birds take part.
func (l *Lead) addTurn(k int) {
	f := &l.film
	birds, _ := f.birdsThatTurn(k, func(id int32) bool { return l.members[id] })
	if birds == nil {
		return
	}
	l.card.add(turnsSeen, 1)
	slices.SortStableFunc(birds, func(a, b turner) int { return cmp.Compare(a.delay, b.delay) })
	begin := birds[:max(3, int(math.Round(firstShare*float64(len(birds)))))]
	l.measureOrigin(f.frames[begin[len(begin)/2].ownFrame()], birds, begin)
	l.measureSpeeds(birds, begin)
	l.measureRadii(k, birds)
	l.measureRepetition(birds)
}

func (b *turner) ownFrame() int { return b.middle + int(math.Round(b.shift)) }

func (l *Lead) measureOrigin(start *instant, birds, begin []turner) {
	var pos, vel, their []vec.Vec64
	for k, b := range birds {
		i, ok := start.find(b.id, int(b.id))
		if !ok {
			continue
		}
		pos, vel = append(pos, start.pos[i]), append(vel, start.vel[i])
		if k < len(begin) {
			their = append(their, start.pos[i])
		}
	}
	centre, course, longest := vec.Mean(pos), courseOf(vel), vec.Vec64(metrics.ShapeOfPoints(pos).Directions[2])
	out := func(p vec.Vec64) float64 { return math.Abs(p.Sub(centre).Dot(longest)) }
	ahead := func(p vec.Vec64) float64 { return p.Sub(centre).Dot(course) }
	l.card.add("tips", rank(their, pos, out))
	l.card.add("front", rank(their, pos, ahead))
	l.card.add("close", spread(their)/spread(pos))
	l.card.addNull("tips", 0.5)
	l.card.addNull("front", 0.5)
	l.card.addNull("close", 1)
}

// rank returns the mean rank of points in all. The rank of a point is the fraction of all points with a
// smaller measure, plus half the fraction with an equal one.
func rank(points, all []vec.Vec64, measure func(vec.Vec64) float64) float64 {
	sum := 0.0
	for _, a := range points {
		for _, b := range all {
			switch x, y := measure(a), measure(b); {
			case y < x:
				sum++
			case y == x:
				sum += 0.5
			}
		}
	}
	return sum / float64(len(points)*len(all))
}

func spread(all []vec.Vec64) float64 {
	const most = 500
	step := len(all)/most + 1
	sum, n := 0.0, 0
	for i := 0; i < len(all); i += step {
		for j := 0; j < i; j += step {
			sum, n = sum+all[i].Distance(all[j]), n+1
		}
	}
	return sum / float64(max(1, n))
}

func (l *Lead) measureSpeeds(birds, begin []turner) {
	f := &l.film
	halfWindow, aside := f.frameCount(likeness), f.frameCount(0.4)
	slower := func(some []turner) float64 {
		in, around := 0.0, 0.0
		for i := range some {
			b := &some[i]
			in += f.speed(b.id, b.ownFrame()-aside, b.ownFrame()+aside)
			around += (f.speed(b.id, b.ownFrame()-halfWindow, b.ownFrame()-halfWindow+aside) + f.speed(b.id, b.ownFrame()+halfWindow-aside, b.ownFrame()+halfWindow)) / 2
		}
		return 100 * (in/around - 1)
	}
	l.card.add("slows", slower(birds))
	l.card.add("first_slow", slower(begin))
}

func (f *film) speed(id int32, first, last int) float64 {
	sum, n := 0.0, 0.0
	for k := first; k <= last; k++ {
		if i, ok := f.frames[k].find(id, int(id)); ok {
			sum, n = sum+f.frames[k].vel[i].Length(), n+1
		}
	}
	return sum / n
}

// measureRadii determines whether the birds' positions rotate with the flock, and whether outer birds turn in
// wider circles.
func (l *Lead) measureRadii(k int, birds []turner) {
	f := &l.film
	halfWindow, step := f.frameCount(likeness), max(1, f.frameCount(0.4))
	axis := f.rate(k).Unit()
	places, course := 0.0, 0.0
	// The steps are small, because the birds may turn by more than half a circle.
	for from := k - halfWindow; from < k+halfWindow; from += step {
		to := min(from+step, k+halfWindow)
		places += f.rotation(birds, from, to, axis)
		course += turnedAbout(axis, []vec.Vec64{f.courses[from]}, []vec.Vec64{f.courses[to]})
	}
	l.card.add("angle", 180/math.Pi*course)
	l.card.add("equal", places/course)
	l.measureConcentricity(k, birds, axis)
}

// rotation returns the angle in rad by which the birds' positions rotate about their middle between two
// frames.
func (f *film) rotation(birds []turner, from, to int, axis vec.Vec64) float64 {
	before, after := f.frames[from], f.frames[to]
	var a, b []vec.Vec64
	for i := range birds {
		x, there1 := before.find(birds[i].id, int(birds[i].id))
		y, there2 := after.find(birds[i].id, int(birds[i].id))
		if there1 && there2 {
			a, b = append(a, before.pos[x]), append(b, after.pos[y])
		}
	}
	ma, mb := vec.Mean(a), vec.Mean(b)
	for i := range a {
		a[i], b[i] = a[i].Sub(ma), b[i].Sub(mb)
	}
	return turnedAbout(axis, a, b)
}

// turnedAbout returns the angle about axis, in rad, that best rotates the vectors in a onto those in b.
func turnedAbout(axis vec.Vec64, a, b []vec.Vec64) float64 {
	flat := func(v vec.Vec64) vec.Vec64 { return v.Sub(axis.Scale(v.Dot(axis))) }
	sine, cosine := 0.0, 0.0
	for i := range a {
		p, q := flat(a[i]), flat(b[i])
		sine, cosine = sine+axis.Dot(p.Cross(q)), cosine+p.Dot(q)
	}
	return math.Atan2(sine, cosine)
}

// measureConcentricity measures how much the radius of a bird's turn grows per metre towards the outside of
// the turn. It is 1 for concentric circles and 0 for circles of equal radius.
func (l *Lead) measureConcentricity(k int, birds []turner, axis vec.Vec64) {
	f := &l.film
	halfWindow := f.frameCount(likeness)
	inward := axis.Cross(f.courses[k]).Unit()
	var out, bend []float64
	for i := range birds {
		b := &birds[i]
		way := f.speed(b.id, b.ownFrame()-halfWindow, b.ownFrame()+halfWindow) * 2 * float64(halfWindow) * f.dt
		if way > 0 {
			out, bend = append(out, -b.pos.Dot(inward)), append(bend, b.angle/way)
		}
	}
	slope, _ := line(out, bend) // the slope of 1/(R + y) is about -1/R²
	radius := 1 / mean(bend)
	l.card.add("concentric", -slope*radius*radius)
}

func (l *Lead) measureRepetition(birds []turner) {
	current := map[int32]float64{}
	var x, y []float64
	for i := range birds {
		current[birds[i].id] = birds[i].delay
		if before, ok := l.last[birds[i].id]; ok {
			x, y = append(x, before), append(y, birds[i].delay)
		}
	}
	l.last = current
	if len(x) >= minBirds {
		l.card.add("again", correlationOf(x, y))
		l.card.addNull("again", 0)
	}
}
