package field

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"skein/flock"
)

// Lead gathers how a flock changes its course and who goes first: show it frame by frame,
// then ask for the Lines, and for the Order. It looks at 15 frames a second of those there
// are.
type Lead struct {
	card    *Card // that holds the figures
	names   names
	film    film
	members map[int32]bool // of the largest part
	tracks  tracks
	last    map[int32]float64 // delays in the turn before
	settled bool

	nextFilm, nextSample float64
}

// NewLead begins.
func NewLead() *Lead {
	return &Lead{card: NewCard(0), tracks: tracks{of: map[int32]*track{}}}
}

// Snapshot takes in a flock of those in a snapshot, counted from 0.
func (l *Lead) Snapshot(s *flock.Snapshot, number int) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.Only(number)
	}
	f := FrameOf(&own)
	l.Frame(&f)
}

// Frame takes in the flock at the next instant.
func (l *Lead) Frame(f *Frame) {
	const hair = 1e-6
	c := l.card
	if c.seen++; c.seen == 1 {
		c.first, l.nextFilm, l.nextSample = f.Seconds, f.Seconds, f.Seconds
	}
	c.flown += len(f.Pos)
	c.last, c.birds = f.Seconds, int(math.Round(float64(c.flown)/float64(c.seen)))
	l.names.rename(f)
	if f.Seconds < l.nextFilm-hair {
		return
	}
	l.nextFilm = max(l.nextFilm+filmEvery, f.Seconds)
	now := l.names.instant(f)
	if f.Seconds >= l.nextSample-hair {
		l.nextSample = max(l.nextSample+sampleEvery, f.Seconds)
		l.members = map[int32]bool{}
		for _, i := range largest(now.pos) {
			l.members[now.id[i]] = true
		}
	}
	course := l.course(now)
	l.tracks.add(now, l.members, course, c.first)
	if course == (vec{}) {
		return
	}
	if at, turns := l.film.push(now, course); turns {
		l.turned(at)
	}
}

// course is that of the largest part; none of too few.
func (l *Lead) course(now *instant) (sum vec) {
	count := 0
	for i, id := range now.id {
		if l.members[id] {
			sum, count = sum.add(now.vel[i].unit()), count+1
		}
	}
	if count < fewest {
		return vec{}
	}
	return sum.unit()
}

// PoolLeads is several runs, as if their turns were those of one; the order is that of
// the first.
func PoolLeads(all ...*Lead) *Lead {
	var cards []*Card
	for _, l := range all {
		l.settle()
		cards = append(cards, l.card)
	}
	return &Lead{card: Pool(cards...), tracks: all[0].tracks, settled: true}
}

// settle measures what takes all frames, once.
func (l *Lead) settle() {
	if !l.settled {
		l.settled = true
		l.tracks.order(l.card)
	}
}

// Order lists the birds that were followed from the first to turn to the last.
func (l *Lead) Order() []Follower {
	l.settle()
	return l.tracks.ranked
}

// Card says how many birds, frames and seconds it saw.
func (l *Lead) Card() *Card { return l.card }

// Lines is the page of what was seen so far.
func (l *Lead) Lines() []Line {
	l.settle()
	lines := over(LeadRows(), []*Card{l.card})
	for k := range lines {
		if line := &lines[k]; line.Pass != nil && !*line.Pass {
			line.Note = strings.TrimPrefix(line.Note+"; "+wrong[line.Key], "; ")
		}
	}
	return lines
}

// first is the part of the birds that begins a turn, at least 3.
const first = 0.1

// turned measures a turn.
func (l *Lead) turned(k int) {
	f := &l.film
	birds, _ := f.turned(k, func(id int32) bool { return l.members[id] })
	if birds == nil {
		return
	}
	l.card.add(turnsSeen, 1)
	slices.SortStableFunc(birds, func(a, b turner) int { return cmp.Compare(a.delay, b.delay) })
	begin := birds[:max(3, int(math.Round(first*float64(len(birds)))))]
	l.where(f.frames[begin[len(begin)/2].own()], birds, begin)
	l.speeds(birds, begin)
	l.radii(k, birds)
	l.again(birds)
}

// own is the frame in which a bird turns.
func (b *turner) own() int { return b.middle + int(math.Round(b.shift)) }

// where tells where in the flock those are who begin, at the time that they do.
func (l *Lead) where(at *instant, birds, begin []turner) {
	var pos, vel, their []vec
	for k, b := range birds {
		i, there := at.find(b.id, int(b.id))
		if !there {
			continue
		}
		pos, vel = append(pos, at.pos[i]), append(vel, at.vel[i])
		if k < len(begin) {
			their = append(their, at.pos[i])
		}
	}
	c := &cloud{pos: pos, vel: vel}
	c.principal()
	centre, course := meanOf(pos), meanOf(headings(vel)).unit()
	out := func(p vec) float64 { return math.Abs(p.sub(centre).dot(c.axes[2])) }
	ahead := func(p vec) float64 { return p.sub(centre).dot(course) }
	l.card.add("tips", rank(their, pos, out))
	l.card.add("front", rank(their, pos, ahead))
	l.card.add("close", spread(their)/spread(pos))
	l.card.addNull("tips", 0.5)
	l.card.addNull("front", 0.5)
	l.card.addNull("close", 1)
}

// rank is the mean share of all that are below some by a measure, ties half.
func rank(some, all []vec, measure func(vec) float64) float64 {
	sum := 0.0
	for _, a := range some {
		for _, b := range all {
			switch x, y := measure(a), measure(b); {
			case y < x:
				sum++
			case y == x:
				sum += 0.5
			}
		}
	}
	return sum / float64(len(some)*len(all))
}

// spread is the mean distance of two.
func spread(all []vec) float64 {
	const most = 500
	step := len(all)/most + 1
	sum, n := 0.0, 0
	for i := 0; i < len(all); i += step {
		for j := 0; j < i; j += step {
			sum, n = sum+all[i].between(all[j]), n+1
		}
	}
	return sum / float64(max(1, n))
}

// speeds tells how fast birds are in their turns, against before and after.
func (l *Lead) speeds(birds, begin []turner) {
	f := &l.film
	half, aside := f.frameCount(likeness), f.frameCount(0.4)
	slower := func(some []turner) float64 {
		in, around := 0.0, 0.0
		for i := range some {
			b := &some[i]
			in += f.speed(b.id, b.own()-aside, b.own()+aside)
			around += (f.speed(b.id, b.own()-half, b.own()-half+aside) + f.speed(b.id, b.own()+half-aside, b.own()+half)) / 2
		}
		return 100 * (in/around - 1)
	}
	l.card.add("slows", slower(birds))
	l.card.add("first_slow", slower(begin))
}

// speed is the mean speed of a bird over frames, m/s.
func (f *film) speed(id int32, from, to int) float64 {
	sum, n := 0.0, 0.0
	for k := from; k <= to; k++ {
		if i, there := f.frames[k].find(id, int(id)); there {
			sum, n = sum+f.frames[k].vel[i].len(), n+1
		}
	}
	return sum / n
}

// radii tells whether the birds' places turn with the flock, and whether who is further
// out turns in a wider circle.
func (l *Lead) radii(k int, birds []turner) {
	f := &l.film
	half, step := f.frameCount(likeness), max(1, f.frameCount(0.4))
	axis := f.rate(k).unit()
	places, course := 0.0, 0.0
	for from := k - half; from < k+half; from += step { // bit by bit, for it may be more than half a circle
		to := min(from+step, k+half)
		places += f.rotation(birds, from, to, axis)
		course += turnedAbout(axis, []vec{f.courses[from]}, []vec{f.courses[to]})
	}
	l.card.add("angle", 180/math.Pi*course)
	l.card.add("equal", places/course)
	l.concentric(k, birds, axis)
}

// rotation is by how much the birds' places about their middle turn between two frames.
func (f *film) rotation(birds []turner, from, to int, axis vec) float64 {
	before, after := f.frames[from], f.frames[to]
	var a, b []vec
	for i := range birds {
		x, there1 := before.find(birds[i].id, int(birds[i].id))
		y, there2 := after.find(birds[i].id, int(birds[i].id))
		if there1 && there2 {
			a, b = append(a, before.pos[x]), append(b, after.pos[y])
		}
	}
	ma, mb := meanOf(a), meanOf(b)
	for i := range a {
		a[i], b[i] = a[i].sub(ma), b[i].sub(mb)
	}
	return turnedAbout(axis, a, b)
}

// turnedAbout is the angle about an axis that takes some arrows to others, rad.
func turnedAbout(axis vec, a, b []vec) float64 {
	flat := func(v vec) vec { return v.sub(axis.mul(v.dot(axis))) }
	sine, cosine := 0.0, 0.0
	for i := range a {
		p, q := flat(a[i]), flat(b[i])
		sine, cosine = sine+axis.dot(p.cross(q)), cosine+p.dot(q)
	}
	return math.Atan2(sine, cosine)
}

// concentric adds by how many m a bird's radius is greater for each m that it flies further
// out: 1 on concentric circles, 0 on equal ones.
func (l *Lead) concentric(k int, birds []turner, axis vec) {
	f := &l.film
	half := f.frameCount(likeness)
	inward := axis.cross(f.courses[k]).unit()
	var out, bend []float64
	for i := range birds {
		b := &birds[i]
		way := f.speed(b.id, b.own()-half, b.own()+half) * 2 * float64(half) * f.dt
		if way > 0 {
			out, bend = append(out, -b.pos.dot(inward)), append(bend, b.angle/way)
		}
	}
	slope, _ := line(out, bend) // of one over the radius, 1/(R + y)
	radius := 1 / mean(bend)
	l.card.add("concentric", -slope*radius*radius)
}

// again tells whether those who turn early do so the next time.
func (l *Lead) again(birds []turner) {
	now := map[int32]float64{}
	var x, y []float64
	for i := range birds {
		now[birds[i].id] = birds[i].delay
		if before, there := l.last[birds[i].id]; there {
			x, y = append(x, before), append(y, birds[i].delay)
		}
	}
	l.last = now
	if len(x) >= fewest {
		l.card.add("again", correlationOf(x, y))
		l.card.addNull("again", 0)
	}
}
