package studio

import (
	"skein/flock"
	"skein/flock/look"
)

// inquiry is what is asked about the flock while it flies: what the selected boid's next
// step is made of, how it stood over the last seconds, and what each rule has to say.
type inquiry struct {
	now    float64 // a person's time, s
	next   float64 // when another answer is due
	about  question
	got    *flock.Explanation // of that; nil: none yet
	err    error
	coming <-chan reply // of a flight; nil: none asked for
	series Series
	shares shares
}

// question is a boid at a tick.
type question struct {
	tick int64
	boid int
}

// reply is what a flight says about one.
type reply struct {
	about question
	got   *flock.Explanation
	err   error
}

// shares are those of the rules at some tick.
type shares struct {
	next   float64
	tick   int64
	got    *flock.Shares
	err    error
	coming <-chan shares
}

// Series is how a boid stood over the last seconds of simulated time.
type Series struct {
	Boid                               int
	Time, Speed, Eccentricity, InSight []float32 // s, m/s, share, boids
}

// seriesSeconds is how far a Series goes back, s of simulated time.
const seriesSeconds = 15

// Explained returns what the selected boid's step at the last tick, or shortly before, is made
// of; nil where nobody asks or none is selected, or while it is still being found out. The
// error says why it cannot be.
func (s *Studio) Explained() (*flock.Explanation, error) {
	q := &s.inquiry
	if q.about.boid != s.Controls.Selected || !s.asks() {
		return nil, nil
	}
	return q.got, q.err
}

// Standing returns how the selected boid stood lately.
func (s *Studio) Standing() *Series { return &s.inquiry.series }

// Shares returns what each rule had to say lately to each boid, while birds are coloured by
// one; else nil.
func (s *Studio) Shares() *flock.Shares { return s.inquiry.shares.got }

// asks reports whether anybody wants to know about the selected boid.
func (s *Studio) asks() bool {
	return (s.Controls.Inspect || s.Controls.Show.Forces) && s.Controls.Selected >= 0
}

// between returns how long to wait between two answers about so many boids, s: a small share of
// a person's time goes into them.
func between(boids int) float64 { return float64(boids) / 20_000 }

// beforeStep asks about the step that is about to be taken, if it is one in which boids
// may take the lead.
func (s *Studio) beforeStep() {
	q := &s.inquiry
	if s.asks() && q.now >= q.next && s.world.Deciding() {
		s.ask()
	}
}

// ask makes the living flock explain the selected boid.
func (s *Studio) ask() {
	q := &s.inquiry
	q.about = question{s.world.Tick(), s.Controls.Selected}
	q.got, q.err = s.world.Explain(s.Controls.Selected)
	q.next = q.now + between(s.cur.Len())
}

// inquire finds out what is asked for of the instant shown.
func (s *Studio) inquire() {
	q := &s.inquiry
	s.stand()
	s.share()
	if !s.asks() {
		return
	}
	if s.Playing() {
		s.inquireFlight()
		return
	}
	stale := q.about.boid != s.Controls.Selected || s.Controls.Paused && q.about.tick != s.world.Tick()
	if stale || q.about.tick > s.world.Tick() {
		s.ask()
	}
}

// inquireFlight asks the flight, which simulates what was recorded once more beside.
func (s *Studio) inquireFlight() {
	q, f := &s.inquiry, s.tape.flight
	select {
	case r := <-q.coming:
		q.coming, q.about, q.got, q.err = nil, r.about, r.got, r.err
	default:
	}
	about := question{s.prev.Tick, s.Controls.Selected}
	if f.Tracks {
		q.about, q.got, q.err = about, nil, errNoModel
		return
	}
	if q.coming != nil || f.Explain == nil || about == q.about {
		return
	}
	coming := make(chan reply, 1)
	q.coming = coming
	go func() {
		e, err := f.Explain(about.tick, about.boid)
		coming <- reply{about, e, err}
	}()
}

// stand notes how the selected boid stands.
func (s *Studio) stand() {
	i, now := s.Controls.Selected, s.cur
	if s.Playing() {
		now = s.prev
	}
	l := &s.inquiry.series
	if _, there := now.Index(i); !there {
		*l = Series{Boid: -1}
		return
	}
	if n := len(l.Time); l.Boid != i || n > 0 && (float64(l.Time[n-1]) > now.Seconds() || now.Seconds()-float64(l.Time[n-1]) > 1) {
		*l = Series{Boid: i}
		s.recall(now)
	}
	l.note(now, s.params, i)
}

// recall reads how the boid stood before from the flight.
func (s *Studio) recall(now *flock.Snapshot) {
	if !s.Playing() {
		return
	}
	t := s.tape
	var snap flock.Snapshot
	every := max(1, int(t.flight.FPS/10))
	for k := max(0, t.first-int(5*t.flight.FPS)); k < t.first; k += every {
		if t.flight.Frame(k, &snap) == nil {
			s.inquiry.series.note(&snap, s.params, s.Controls.Selected)
		}
	}
}

// note takes in a snapshot, if it is a later one.
func (l *Series) note(s *flock.Snapshot, params []flock.Params, id int) {
	t := float32(s.Seconds())
	i, there := s.Index(id)
	if n := len(l.Time); !there || n > 0 && l.Time[n-1] >= t {
		return
	}
	k := s.FlockOf(i)
	first, _ := s.Range(k)
	own := s.Only(k)
	g := flock.GlanceOf(&own, &params[k], i-first)
	l.Boid = id
	l.Time, l.Speed = append(l.Time, t), append(l.Speed, g.Speed)
	l.Eccentricity, l.InSight = append(l.Eccentricity, g.Eccentricity), append(l.InSight, float32(g.Visible))
	old := 0
	for old < len(l.Time) && l.Time[old] < t-seriesSeconds {
		old++
	}
	for _, row := range []*[]float32{&l.Time, &l.Speed, &l.Eccentricity, &l.InSight} {
		*row = append((*row)[:0], (*row)[old:]...)
	}
}

// share finds out what the rules have to say, while birds are coloured by one: beside the
// flight, as it takes long.
func (s *Studio) share() {
	q := &s.inquiry.shares
	if s.Controls.Show.Colour != look.ColourByRule {
		*q = shares{}
		return
	}
	select {
	case r := <-q.coming:
		q.coming, q.tick, q.got, q.err = nil, r.tick, r.got, r.err
	default:
	}
	find, tick := s.shareLiving, s.cur.Tick
	if s.Playing() {
		find, tick = s.shareFlight, s.prev.Tick
	}
	known := q.got != nil || q.err != nil
	if q.coming != nil || known && tick == q.tick || s.inquiry.now < q.next {
		return
	}
	look := find(tick)
	if look == nil {
		q.tick, q.err = tick, errNoModel
		return
	}
	coming := make(chan shares, 1)
	q.coming = coming
	go func() {
		all, err := look()
		coming <- shares{tick: tick, got: all, err: err}
	}()
}

// shareFlight finds the shares at a tick of a flight; nil where nobody can.
func (s *Studio) shareFlight(tick int64) func() (*flock.Shares, error) {
	of := s.tape.flight.Shares
	if of == nil {
		return nil
	}
	return func() (*flock.Shares, error) { return of(tick) }
}

// shareLiving finds those of the living flock, of a copy that goes nowhere.
func (s *Studio) shareLiving(int64) func() (*flock.Shares, error) {
	s.inquiry.shares.next = s.inquiry.now + max(0.1, 4*between(s.cur.Len()))
	kept := s.world.Checkpoint()
	var meshes []*flock.Mesh
	for _, o := range s.around.Obstacles {
		if o.Mesh != nil {
			meshes = append(meshes, o.Mesh)
		}
	}
	var models []*flock.Model
	for _, p := range s.params {
		models = append(models, p.Model())
	}
	return func() (*flock.Shares, error) {
		w, err := flock.ResumeAmong(meshes, kept, 1, flock.Brute, models...)
		if err != nil {
			return nil, err
		}
		return w.Shares(), nil
	}
}

// why returns what is known about the selected boid's step.
func (s *Studio) why() *flock.Explanation {
	e, _ := s.Explained()
	return e
}
