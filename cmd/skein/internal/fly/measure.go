//go:build cgo && !nowindow

package fly

import (
	"os"
	"strings"
	"time"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/files"
	"skein/flock/metrics"
	"skein/flock/metrics/live"
	"skein/flock/whole"
	"skein/ui"
)

type gauges struct {
	liveWatch   *live.Watch
	playedWatch *live.Watch // measures the last recording that played; nil if none
	flight      *studio.Flight
	news        *live.News

	patternNews    *live.News
	livingPatterns *live.Watch
	playedPatterns *live.Watch

	scored bool
	filled *fill // last measurement of the stored past; nil if none yet
	past   pastSingles
}

type fill struct {
	flock  int
	field  bool
	window float64 // length of the scorecard's window, s
}

type pastSingles struct {
	tick    int64
	flock   int
	singles *metrics.Singles
}

func (t *pastSingles) measure(own *flock.Snapshot, index int) *metrics.Singles {
	if t.singles == nil || t.tick != own.Tick || t.flock != index {
		ones := metrics.SinglesOf(own)
		*t = pastSingles{own.Tick, index, &ones}
	}
	return t.singles
}

func (s *session) startGauges() {
	s.gauges.close()
	s.gauges = gauges{livingPatterns: live.NewLivingPatterns(), patternNews: &live.News{}}
	s.startLiveWatch()
}

func (s *session) startLiveWatch() {
	g := &s.gauges
	g.liveWatch.Close()
	g.liveWatch, g.news, g.filled, g.past = live.NewLiving(), &live.News{}, nil, pastSingles{}
	all, patterns := g.liveWatch, g.livingPatterns
	s.Studio.OnTick = func(flight int, now *flock.Snapshot) {
		all.Add(now)
		patterns.AddOf(flight, now)
	}
}

func (g *gauges) setFlight(f *studio.Flight) {
	if f == g.flight {
		return
	}
	g.playedWatch.Close()
	g.playedPatterns.Close()
	g.flight = f
	r := live.Recording{Frames: f.Frames(), FPS: f.FPS, Start: f.Start, Frame: f.Frame, Params: f.Params}
	g.playedWatch, g.playedPatterns = live.NewRecorded(r), live.NewRecordedPatterns(r)
}

func (g *gauges) close() {
	for _, w := range []*live.Watch{g.liveWatch, g.playedWatch, g.livingPatterns, g.playedPatterns} {
		w.Close()
	}
}

// askPatterns requests the patterns of escape in the displayed flight and returns the latest result. flight
// is the number of the live flight. Measuring takes time, so wanted may be false if no flock hunts and the
// Ledger is closed.
func (g *gauges) askPatterns(living bool, flight int, wanted bool) *live.News {
	shown, other := g.livingPatterns, g.playedPatterns
	if !living {
		shown, other = other, shown
	}
	if other != nil {
		other.Ask(live.Request{})
	}
	news := shown.Ask(live.Request{Patterns: wanted, Flight: flight})
	if living && news.Flight != flight {
		return &live.News{Flight: flight}
	}
	return news
}

// Up to these flock sizes, skein stores a series even if the panel does not show it, so that the plots can
// also show the past. A sample of 3,000 boids takes about 30 ms. Above seriesLimit boids, skein takes a
// sample every rareSeries seconds.
const (
	seriesLimit     = 1000
	rareSeriesLimit = 5000
	rareSeries      = 1.0
)

func (s *session) updateGauges(o *ui.Outcome) {
	g, need, snap := &s.gauges, o.Measure, s.Studio.Snapshot()
	g.scored = need.Field
	p := &s.Studio.Controls.Params
	need.Flock, need.Vision, need.Wingspan = s.Studio.Controls.Flock, p.Float("vision"), p.Float("wingspan")
	need.Imposed = strings.Join(p.ImposedMeasures(), " ")
	need.Now = s.Studio.Shown().Seconds
	living := s.living()
	if !living {
		g.setFlight(s.Studio.Flight())
	}
	g.patternNews = g.askPatterns(living, s.Studio.FlightNumber(), need.Patterns || s.Studio.HunterFlock() >= 0)
	if !living {
		g.liveWatch.Ask(live.Request{Flock: need.Flock})
		g.news = g.playedWatch.Ask(need)
		return
	}
	own := snap.OneFlock(need.Flock)
	if !need.Series && own.Len() > seriesLimit {
		need.Every = rareSeries
	}
	need.Series = need.Series || own.Len() <= rareSeriesLimit
	need.Now = 0 // the snapshots of a live flock already contain the time
	if now := (fill{need.Flock, need.Field, need.Window}); g.filled == nil || *g.filled != now {
		g.liveWatch.AddPast(s.Studio.StoredFrames(), need)
		g.filled = &now
	}
	g.news = g.liveWatch.Ask(need)
	switch {
	case s.Studio.InPast() && need.Singles:
		news := *g.news
		news.Singles = g.past.measure(&own, need.Flock)
		g.news = &news
	case s.Studio.Controls.Paused && !s.Studio.InPast():
		g.liveWatch.Add(snap)
	}
	if g.playedWatch != nil {
		g.playedWatch.Ask(live.Request{Flock: need.Flock})
	}
}

func (s *session) savePlotTables(o *ui.Outcome) {
	for _, t := range o.Tables {
		file := time.Now().Format("skein-" + t.Name + "-20060102-150405.csv")
		err := whole.Write(file, false, func(f *os.File) error {
			_, err := f.WriteString(t.Text)
			return err
		})
		if err != nil {
			s.say(err)
			return
		}
		s.panel.Say("saved " + files.Absolute(file))
	}
	if o.PlotFigure != nil {
		s.say(s.savePlotFigure(o.PlotFigure))
	}
}
