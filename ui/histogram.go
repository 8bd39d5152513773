//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"

	"skein/flock/metrics"
)

type histogramKind struct {
	key, label, unit, doc string
	values                func(*metrics.Singles) []float64
	low, high             float64               // shown range; both 0 means all values
	isotropic             func(float64) float64 // cumulative fraction for random directions; nil if not applicable
}

func histogramKinds() []histogramKind {
	return []histogramKind{
		{"h_nearest", "distance to nearest bird", "m", "distance from each bird to its nearest neighbour, at the displayed time", func(s *metrics.Singles) []float64 { return s.Nearest }, 0, 0, nil},
		{"h_speed", "speed", "m/s", "speed of each flying bird over the ground, at the displayed time", func(s *metrics.Singles) []float64 { return s.Speed }, 0, 0, nil},
		{"h_bearing", "bearing of nearest bird", "°", "direction to each bird's nearest neighbour, relative to the bird's course, at the displayed time. 0° is ahead, 180° behind. The line shows random directions", func(s *metrics.Singles) []float64 { return s.Bearing }, 0, 180,
			func(degrees float64) float64 { return (1 - math.Cos(degrees*math.Pi/180)) / 2 }},
	}
}

type histogram struct {
	histogramKind
	middle, count  []float64
	isotropicCount []float64
	width          float64
}

func chosenHistograms(v *plots) (all []histogramKind) {
	for _, k := range histogramKinds() {
		if v.chosenKeys[k.key] {
			all = append(all, k)
		}
	}
	return all
}

func (v *plots) histograms(s *State) (all []histogram) {
	for _, kind := range chosenHistograms(v) {
		h := histogram{histogramKind: kind}
		if s.News.Singles != nil {
			values, unit := inSpeedUnit(s, kind.values(s.News.Singles), kind.unit)
			h.unit = unit
			h.fill(values)
		}
		all = append(all, h)
	}
	return all
}

const randomDirections = "random directions"

const bins = 24

func (h *histogram) fill(values []float64) {
	low, high := h.low, h.high
	if low == high {
		low, high = roundRange(values)
	}
	h.width = (high - low) / bins
	h.middle, h.count = make([]float64, bins), make([]float64, bins)
	for k := range h.middle {
		h.middle[k] = low + (float64(k)+0.5)*h.width
	}
	for _, x := range values {
		h.count[min(max(int((x-low)/h.width), 0), bins-1)]++
	}
	if h.isotropic == nil {
		return
	}
	h.isotropicCount = make([]float64, bins)
	for k, x := range h.middle {
		h.isotropicCount[k] = float64(len(values)) * (h.isotropic(x+h.width/2) - h.isotropic(x-h.width/2))
	}
}

// roundRange returns round numbers below and above all values. The lower one is 0 if the values are positive
// and differ by more than a factor of two.
func roundRange(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, x := range values {
		low, high = min(low, x), max(high, x)
	}
	if len(values) == 0 {
		return 0, 1
	}
	if low > 0 && low < 0.5*high {
		low = 0
	}
	step := math.Pow(10, math.Floor(math.Log10(max(high-low, 1e-6)))) / 2
	low, high = math.Floor(low/step)*step, math.Ceil(high/step)*step
	return low, max(high, low+step)
}

func (p *Panel) histograms(all []histogram, size imgui.Vec2) {
	pushPlotStyle()
	if implot.BeginSubplotsV("##histograms", int32(len(all)), 1, size, implot.SubplotFlagsNoTitle|implot.SubplotFlagsNoMenus, nil, nil) {
		for i := range all {
			p.bars(&all[i])
		}
		implot.EndSubplots()
	}
	implot.PopStyleVarV(2)
}

func (p *Panel) bars(h *histogram) {
	const quiet = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText
	if !implot.BeginPlotV("##"+h.key, imgui.Vec2{}, quiet) {
		return
	}
	implot.SetupAxisV(implot.AxisX1, withUnit(h.label, h.unit), implot.AxisFlagsAutoFit)
	implot.SetupAxisV(implot.AxisY1, "birds", implot.AxisFlagsAutoFit)
	implot.SetupLegendV(implot.LocationNorthEast, implot.LegendFlagsNoButtons)
	if n := int32(len(h.middle)); n > 0 {
		implot.SetNextFillStyleV(present().primary, 1)
		implot.PlotBarsdoublePtrdoublePtr("##birds", &h.middle[0], &h.count[0], n, 0.9*h.width)
		if h.isotropicCount != nil {
			setNextLine(present().text)
			implot.PlotLinedoublePtrdoublePtr(randomDirections, &h.middle[0], &h.isotropicCount[0], n)
		}
		if implot.IsPlotHovered() {
			x := implot.GetPlotMousePos().X
			if k := int(math.Floor((x-h.middle[0])/h.width + 0.5)); k >= 0 && k < len(h.middle) {
				tooltip(fmt.Sprintf("%.4g to %.4g %s: %.0f birds", h.middle[k]-h.width/2, h.middle[k]+h.width/2, h.unit, h.count[k]))
			}
		}
	}
	implot.EndPlot()
	p.mark("plots.histogram." + h.key)
}

// Table is data to save as comma-separated values.
type Table struct {
	Name string // short name of the contents, for example "plots"
	Text string
}

func tables(graphs []graph, singles []histogram) (all []Table) {
	var b strings.Builder
	if len(graphs) > 0 {
		b.WriteString("seconds")
		for i := range graphs {
			b.WriteString("," + graphs[i].key)
		}
		b.WriteString("\n")
		for k, seconds := range graphs[0].times {
			fmt.Fprintf(&b, "%.6g", seconds)
			for i := range graphs {
				b.WriteByte(',')
				if x := graphs[i].values[k]; !math.IsNaN(x) {
					fmt.Fprintf(&b, "%.9g", x)
				}
			}
			b.WriteString("\n")
		}
		all = append(all, Table{"plots", b.String()})
		b.Reset()
	}
	if len(singles) > 0 {
		b.WriteString("histogram,from,to,birds\n")
		for i := range singles {
			h := &singles[i]
			for k := range h.middle {
				fmt.Fprintf(&b, "%s,%.6g,%.6g,%.0f\n", strings.TrimPrefix(h.key, "h_"), h.middle[k]-h.width/2, h.middle[k]+h.width/2, h.count[k])
			}
		}
		all = append(all, Table{"histograms", b.String()})
	}
	return all
}
