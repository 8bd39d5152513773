package studio

import (
	"skein/flock"
	"skein/flock/around"
	"skein/flock/explanation"
	"skein/flock/look"
)

type inquiry struct {
	now          float64
	next         float64
	about        question
	answer       *explanation.Step
	err          error
	pendingReply <-chan reply // nil means that no answer is expected
	decision     decisionQuery
	series       Series
	shares       shares
}

type question struct {
	tick int64
	boid int
}

type reply struct {
	about       question
	explanation *explanation.Step
	err         error
}

type shares struct {
	next          float64
	tick          int64
	answer        *explanation.Shares
	err           error
	pendingShares <-chan shares
}

// Series holds values of a boid over the last seconds of simulated time.
type Series struct {
	Boid                               int
	Time, Speed, Eccentricity, InSight []float32 // time in s, speed in m/s, eccentricity from 0 to 1, and number of boids in sight
}

const seriesSeconds = 15

// Explanation returns an explanation of the selected boid's step at the last tick or shortly before. It is
// nil if no explanation is shown or ready. The error says why.
func (s *Studio) Explanation() (*explanation.Step, error) {
	q := &s.inquiry
	if q.about.boid != s.Controls.Selected || !s.wantsExplanation() {
		return nil, nil
	}
	return q.answer, q.err
}

// RecentSeries returns the recent values of the selected boid.
func (s *Studio) RecentSeries() *Series { return &s.inquiry.series }

// Shares returns the recent contribution of each rule to each boid's steering force, or nil if birds are not
// coloured by a rule.
func (s *Studio) Shares() *explanation.Shares { return s.inquiry.shares.answer }

func (s *Studio) wantsExplanation() bool {
	return (s.Controls.Inspect || s.Controls.Show.Forces) && s.Controls.Selected >= 0
}

// answerPause returns the pause between two answers, in s. It grows with the flock, so that answers take only
// a small part of the time.
func answerPause(boids int) float64 { return float64(boids) / 20_000 }

func (s *Studio) beforeStep() {
	q := &s.inquiry
	if s.wantsExplanation() && q.now >= q.next && s.world.Deciding() {
		s.explainLive()
	}
}

func (s *Studio) explainLive() {
	q := &s.inquiry
	q.about = question{s.world.Tick(), s.Controls.Selected}
	q.answer, q.err = s.world.Explain(s.Controls.Selected)
	q.next = q.now + answerPause(s.cur.Len())
}

func (s *Studio) updateInquiry() {
	q := &s.inquiry
	s.noteSeries()
	s.updateShares()
	if !s.wantsExplanation() {
		return
	}
	defer s.updateDecision()
	if s.Playing() {
		s.askFlight()
		return
	}
	stale := q.about.boid != s.Controls.Selected || s.Controls.Paused && q.about.tick != s.world.Tick()
	if stale || q.about.tick > s.world.Tick() {
		s.explainLive()
	}
}

func (s *Studio) askFlight() {
	q, f := &s.inquiry, s.tape.flight
	select {
	case r := <-q.pendingReply:
		q.pendingReply, q.about, q.answer, q.err = nil, r.about, r.explanation, r.err
	default:
	}
	about := question{s.ShownTick(), s.Controls.Selected}
	if f.Tracks {
		q.about, q.answer, q.err = about, nil, errNoModel
		return
	}
	if q.pendingReply != nil || f.Explain == nil || about == q.about {
		return
	}
	coming := make(chan reply, 1)
	q.pendingReply = coming
	go func() {
		e, err := f.Explain(about.tick, about.boid)
		coming <- reply{about, e, err}
	}()
}

func (s *Studio) noteSeries() {
	i, current := s.Controls.Selected, s.cur
	if s.Playing() {
		current = s.prev
	}
	l := &s.inquiry.series
	if _, ok := current.Index(i); !ok {
		*l = Series{Boid: -1}
		return
	}
	if l.Boid != i || !l.continuesAt(current.Seconds()) {
		*l = Series{Boid: i}
		s.recallSeries(current)
	}
	l.note(current, s.params, i)
}

func (l *Series) continuesAt(t float64) bool {
	if len(l.Time) == 0 {
		return true
	}
	last := l.Time[len(l.Time)-1]
	return float32(t) >= last && t-float64(last) <= 1 // t is rounded, because the times of the series are float32
}

func (s *Studio) recallSeries(current *flock.Snapshot) {
	const seconds, rate = 5, 10
	if !s.Playing() {
		for _, f := range s.past.frames.spread(current.Seconds()-seconds, current.Seconds(), rate) {
			s.inquiry.series.note(f, s.params, s.Controls.Selected)
		}
		return
	}
	t := s.tape
	var snap flock.Snapshot
	every := max(1, int(t.flight.FPS/rate))
	for k := max(0, t.first-int(seconds*t.flight.FPS)); k < t.first; k += every {
		if t.flight.Frame(k, &snap) == nil {
			s.inquiry.series.note(&snap, s.params, s.Controls.Selected)
		}
	}
}

func (l *Series) note(s *flock.Snapshot, params []flock.Params, id int) {
	t := float32(s.Seconds())
	i, ok := s.Index(id)
	if n := len(l.Time); !ok || n > 0 && l.Time[n-1] >= t {
		return
	}
	k := s.FlockOf(i)
	first, _ := s.Range(k)
	own := s.OneFlock(k)
	g := params[k].View().Summary(&own, i-first)
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

func (s *Studio) updateShares() {
	q := &s.inquiry.shares
	if s.Controls.Show.Colour != look.ColourByRule {
		*q = shares{}
		return
	}
	select {
	case r := <-q.pendingShares:
		q.pendingShares, q.tick, q.answer, q.err = nil, r.tick, r.answer, r.err
	default:
	}
	find, tick := s.liveShares, s.cur.Tick
	if s.Playing() {
		find, tick = s.recordedShares, s.prev.Tick
	}
	known := q.answer != nil || q.err != nil
	if q.pendingShares != nil || known && tick == q.tick || s.inquiry.now < q.next {
		return
	}
	look := find(tick)
	if look == nil {
		q.tick, q.err = tick, errNoModel
		return
	}
	coming := make(chan shares, 1)
	q.pendingShares = coming
	go func() {
		all, err := look()
		coming <- shares{tick: tick, answer: all, err: err}
	}()
}

func (s *Studio) recordedShares(tick int64) func() (*explanation.Shares, error) {
	find := s.tape.flight.Shares
	if find == nil {
		return nil
	}
	return func() (*explanation.Shares, error) { return find(tick) }
}

func (s *Studio) liveShares(int64) func() (*explanation.Shares, error) {
	s.inquiry.shares.next = s.inquiry.now + max(0.1, 4*answerPause(s.cur.Len()))
	checkpoint := s.world.Checkpoint()
	var meshes []*around.Mesh
	for _, o := range s.around.Obstacles {
		if o.Mesh != nil {
			meshes = append(meshes, o.Mesh)
		}
	}
	var models []*flock.Model
	for _, p := range s.params {
		models = append(models, p.Model())
	}
	return func() (*explanation.Shares, error) {
		w, err := flock.ResumeAmong(meshes, checkpoint, 1, flock.Brute, models...)
		if err != nil {
			return nil, err
		}
		return w.Shares(), nil
	}
}

func (s *Studio) explanation() *explanation.Step {
	e, _ := s.Explanation()
	return e
}
