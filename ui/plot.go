//go:build cgo && !nowindow

package ui

import (
	"math"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"

	"skein/flock"
	"skein/flock/snapshots"
	"skein/flock/view"
)

// A plot has plotSamples samples. The time between two samples is plotEvery, in simulated seconds.
const (
	plotSamples = 300
	plotEvery   = 0.1
)

type figures struct {
	leaders, clusters int
	polarization      float32
}

// subject contains the values on which the figures depend. If one of them changes, the figures are updated
// even while the simulation is paused.
type subject struct {
	boids int
	link  float32 // link distance of clusters, m
}

// plot holds the last half minute of polarization, leaders and clusters. For a recording with less than one
// frame per second, it is half a minute of playback.
type plot struct {
	pace         float64 // recorded seconds per second of playback; 0 means one
	figures      figures
	subject      subject
	pastSubject  subject // subject at the displayed moment of the past; zero means that the present is shown
	count        int
	end          float64
	next         float64
	nextRecount  float64
	pastRecount  float64
	tick         int64
	seconds      [plotSamples]float32
	polarization [plotSamples]float32
	leaders      [plotSamples]float32
	clusters     [plotSamples]float32
}

// setPace sets the simulated seconds per second of playback. All other times in this file are playback times.
func (p *plot) setPace(pace float64) {
	if pace = max(pace, 1); pace != p.simulated(1) {
		*p = plot{pace: pace}
	}
}

func (p *plot) simulated(seconds float64) float64 { return seconds * max(p.pace, 1) }

// add adds a sample if it is time for one. If more than gap seconds have passed since the last sample, the
// curves are interrupted.
func (p *plot) add(s *flock.Snapshot, link float32, gap float64) {
	if s.Tick < p.tick {
		*p = plot{pace: p.pace}
	}
	p.tick, p.pastSubject = s.Tick, subject{}
	t := s.Seconds()
	p.end = t
	due := p.count == 0 || t >= p.next
	if now := (subject{s.Len(), link}); due || now != p.subject {
		clusters := p.figures.clusters
		if now != p.subject || t >= p.nextRecount {
			_, clusters = view.Clusters(s, link)
			p.nextRecount = t + p.simulated(recountPause(s.Len()))
		}
		p.figures, p.subject = figures{snapshots.Leaders(s), clusters, polarization(s)}, now
	}
	if due {
		if p.count > 0 && t > float64(p.seconds[p.count-1])+p.simulated(gap) {
			p.interrupt(float32(t))
		}
		p.next = t + p.simulated(plotEvery)
		p.push(float32(t))
	}
}

// look shows the figures at a moment of the past. The curves keep their samples but end at this moment.
func (p *plot) look(s *flock.Snapshot, link float32) {
	t := s.Seconds()
	now := subject{s.Len(), link}
	fresh := p.pastSubject != now
	if fresh || math.Abs(t-p.pastRecount) >= p.simulated(recountPause(s.Len())) {
		_, p.figures.clusters = view.Clusters(s, link)
		p.pastRecount = t
	}
	if fresh || math.Abs(t-p.end) >= p.simulated(plotEvery) {
		p.figures.leaders, p.figures.polarization, p.end = snapshots.Leaders(s), polarization(s), t
	}
	p.subject, p.pastSubject = subject{}, now // update the figures when the present is shown again
}

func polarization(s *flock.Snapshot) float32 {
	p, ok := snapshots.Polarization(s)
	if !ok {
		return float32(math.NaN())
	}
	return float32(p)
}

// recountPause returns the time between two counts of the clusters, in s. It grows with the flock, because
// counting takes longer.
func recountPause(boids int) float64 { return float64(boids) / 10_000 }

func (p *plot) interrupt(t float32) {
	p.push(t)
	none, i := float32(math.NaN()), p.count-1
	p.polarization[i], p.leaders[i], p.clusters[i] = none, none, none
}

func (p *plot) push(t float32) {
	if p.count == plotSamples {
		for _, row := range []*[plotSamples]float32{&p.seconds, &p.polarization, &p.leaders, &p.clusters} {
			copy(row[:], row[1:])
		}
		p.count--
	}
	i := p.count
	p.seconds[i], p.polarization[i] = t, p.figures.polarization
	p.leaders[i], p.clusters[i] = float32(p.figures.leaders), float32(p.figures.clusters)
	p.count++
}

func (p *plot) show() {
	const quiet = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText
	if !implot.BeginPlotV("##plot", imgui.Vec2{X: -1, Y: imgui.FontSize() * 11}, quiet) {
		return
	}
	implot.SetupAxisV(implot.AxisX1, p.spanText(), implot.AxisFlagsNoTickLabels|implot.AxisFlagsNoGridLines)
	implot.SetupAxisV(implot.AxisY1, "polarization", implot.AxisFlagsNoGridLines)
	implot.SetupAxisV(implot.AxisY2, "number", implot.AxisFlagsAuxDefault)
	implot.SetupAxisLimitsV(implot.AxisX1, p.end-p.simulated(plotSamples*plotEvery), p.end, implot.CondAlways)
	implot.SetupAxisLimitsV(implot.AxisY1, 0, 1.15, implot.CondAlways)
	top := p.tallest()
	implot.SetupAxisLimitsV(implot.AxisY2, 0, top*1.1, implot.CondAlways)
	implot.SetupAxisTicksdouble(implot.AxisY2, 0, top, 2)
	implot.SetupLegendV(implot.LocationSouth, implot.LegendFlagsHorizontal|implot.LegendFlagsOutside)
	if n := int32(p.count); n > 0 {
		implot.SetAxis(implot.AxisY1)
		used := present()
		setNextLine(used.accent)
		implot.PlotLineFloatPtrFloatPtr("polarization", &p.seconds[0], &p.polarization[0], n)
		implot.SetAxis(implot.AxisY2)
		setNextLine(used.leader)
		implot.PlotLineFloatPtrFloatPtr("leaders", &p.seconds[0], &p.leaders[0], n)
		setNextLine(used.second)
		implot.PlotLineFloatPtrFloatPtr("clusters", &p.seconds[0], &p.clusters[0], n)
	}
	implot.EndPlot()
}

func (p *plot) spanText() string {
	if p.simulated(1) > 1 {
		return "last 30 recorded frames"
	}
	return "last half minute"
}

func (p *plot) tallest() float64 {
	m := float32(4)
	for i := range p.count {
		if n := max(p.leaders[i], p.clusters[i]); n > m { // false for NaN, which means no count
			m = n
		}
	}
	return float64(m)
}
