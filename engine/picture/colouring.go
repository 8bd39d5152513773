package picture

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/look"
	"skein/flock/view"
)

type overlay struct {
	snapshot  *flock.Snapshot
	tick      int64
	show      look.Show
	shares    *explanation.Shares
	err       error
	tints     []mgl32.Vec4
	legend    frame.Legend
	summaries []view.Summary
	sketch    sketch
}

const cover = 0.92

// colour adds the legend, and colours all birds that are not in a swarm.
func (o *overlay) colour(f *frame.Frame, s *Scene) {
	f.Legend = nil
	tints := o.tintsOf(s)
	if tints == nil {
		return
	}
	f.Legend = &o.legend
	if f.Swarm != nil {
		return
	}
	for i := range min(len(s.Boids), len(tints)) {
		if tints[i][3] > 0 {
			f.Birds[i].Tint = tints[i]
		}
	}
}

// tintsOf returns the colours of the boids of the snapshot, or nil if the colours show nothing. A colour with
// opacity 0 means none.
func (o *overlay) tintsOf(s *Scene) []mgl32.Vec4 {
	if s.Show.Colour == look.ColourByNothing || s.Snapshot.Len() == 0 {
		return nil
	}
	if o.snapshot != s.Snapshot || o.tick != s.Snapshot.Tick || o.show != s.Show || o.shares != s.Shares || o.err != s.SharesErr || len(o.tints) != s.Snapshot.Len() {
		o.snapshot, o.tick, o.show, o.shares, o.err = s.Snapshot, s.Snapshot.Tick, s.Show, s.Shares, s.SharesErr
		o.compute(s)
	}
	return o.tints
}

func (o *overlay) compute(s *Scene) {
	o.tints = append(o.tints[:0], make([]mgl32.Vec4, s.Snapshot.Len())...)
	o.legend = frame.Legend{}
	switch quantity := s.Show.Colour; quantity {
	case look.ColourBySpeed, look.ColourByEccentricity, look.ColourByNeighbours:
		o.bySummary(s, quantity)
	case look.ColourByEscape:
		o.byEscape(s)
	case look.ColourByRule:
		o.byRule(s)
	case look.ColourByLeaders:
		o.byLeaders(s)
	case look.ColourByCluster:
		o.byCluster(s)
	case look.ColourBySpecies:
		for k := range s.Snapshot.FlockCount() {
			o.legend.Kinds = append(o.legend.Kinds, frame.LegendKey{Colour: KindColour(k), Text: s.species(k)})
			for i, to := s.Snapshot.Range(k); i < to; i++ {
				o.tints[i] = linear(KindColour(k), cover)
			}
		}
		o.legend.Title = "species"
	}
}

func (s *Scene) species(k int) string {
	if k < len(s.Species) {
		return s.Species[k]
	}
	return "flock " + itoa(k+1)
}

// scale colours each bird by its value. low and high are the ends of the colour scale; low may be greater.
func (o *overlay) scale(s *Scene, title string, values []float32, low, high float32, unit string) {
	o.legend = frame.Legend{Title: title, Low: formatNumber(low) + unit, High: formatNumber(high) + unit, From: low, To: high, Map: s.Show.Map}
	span := high - low
	if span == 0 {
		span = 1
	}
	for i, x := range values {
		o.tints[i] = linear(s.Show.Map.At((x-low)/span), cover)
	}
}

func (o *overlay) bySummary(s *Scene, quantity look.ColourBy) {
	var values []float32
	value := map[look.ColourBy]func(*view.Summary) float32{
		look.ColourBySpeed:        func(g *view.Summary) float32 { return g.Speed },
		look.ColourByEccentricity: func(g *view.Summary) float32 { return g.Eccentricity },
		look.ColourByNeighbours:   func(g *view.Summary) float32 { return float32(g.Visible) },
	}[quantity]
	for k := range s.Snapshot.FlockCount() {
		own := s.Snapshot.OneFlock(k)
		o.summaries = s.Params[k].View().Summaries(o.summaries, &own)
		for i := range o.summaries {
			values = append(values, value(&o.summaries[i]))
		}
	}
	switch quantity {
	case look.ColourByEccentricity:
		o.scale(s, "eccentricity", values, 0, 1, "")
	case look.ColourBySpeed:
		low, high := s.rangeOf(values)
		o.scale(s, "speed", values, low, high, " m/s")
	default:
		low, high := s.rangeOf(values)
		o.scale(s, "boids within vision radius", values, low, high, "")
	}
}

func (s *Scene) rangeOf(values []float32) (low, high float32) {
	if s.Ends != [2]float32{} {
		return s.Ends[0], s.Ends[1]
	}
	return trimmedRange(values)
}

func trimmedRange(values []float32) (low, high float32) {
	sorted := slices.Sorted(slices.Values(values))
	out := len(sorted) / 50
	return sorted[out], sorted[len(sorted)-1-out]
}

func (o *overlay) byEscape(s *Scene) {
	const long = 20 // s
	values := make([]float32, s.Snapshot.Len())
	for i := range values {
		values[i] = long
		if last, ok := s.Escapes[s.Snapshot.ID(i)]; ok {
			values[i] = min(long, float32(s.Snapshot.Tick-last)/float32(s.Snapshot.TickRate))
		}
	}
	o.scale(s, "since its last escape", values, long, 0, " s")
	o.legend.Low = "20 s or longer ago, or never"
}

func (o *overlay) byRule(s *Scene) {
	wanted := s.Show.Rule
	if wanted == "" && s.Shares != nil && len(s.Shares.Rules) > 0 {
		wanted = s.Shares.Rules[0]
	}
	title := "share of " + cmp.Or(wanted, "the first rule")
	switch {
	case s.SharesErr != nil:
		o.legend.Title = title + ": " + s.SharesErr.Error()
		return
	case s.Shares == nil:
		o.legend.Title = title + ": computing…"
		return
	}
	for k, rule := range s.Shares.Rules {
		if n := min(len(s.Shares.Values[k]), s.Snapshot.Len()); rule == wanted {
			o.scale(s, title, s.Shares.Values[k][:n], 0, 1, "")
			return
		}
	}
	o.legend.Title = title + ": no effect on any bird"
}

// FollowerColour returns the sRGB colour of the followers of a leader with the given colour.
func FollowerColour(leader mgl32.Vec3) mgl32.Vec3 {
	return leader.Mul(0.5).Add(mgl32.Vec3{0.35, 0.35, 0.35})
}

// NeitherColour returns the sRGB colour of boids that neither lead nor follow.
func NeitherColour() mgl32.Vec3 { return mgl32.Vec3{0.35, 0.36, 0.4} }

// byLeaders gives each leader a colour, and its followers a paler shade of it. A boid that follows several
// leaders gets the shade of the nearest.
func (o *overlay) byLeaders(s *Scene) {
	o.legend = frame.Legend{Title: "leaders and their followers"}
	nearest := make([]float32, len(o.tints)) // squared distance to the leader whose shade the boid has
	for i := range o.tints {
		o.tints[i], nearest[i] = linear(NeitherColour(), cover), float32(math.Inf(1))
	}
	found := 0
	for k := range s.Snapshot.FlockCount() {
		first, _ := s.Snapshot.Range(k)
		own := s.Snapshot.OneFlock(k)
		for leader, flags := range own.Flags {
			if flags&flock.Leading == 0 {
				continue
			}
			colour := KindColour(found)
			found++
			pale := linear(FollowerColour(colour), cover)
			for _, j := range s.Params[k].View().Heeding(nil, &own, leader) {
				if d2 := own.Pos[j].Sub(own.Pos[leader]).LenSqr(); d2 < nearest[first+j] {
					o.tints[first+j], nearest[first+j] = pale, d2
				}
			}
			o.tints[first+leader] = linear(colour, 1)
			if found <= 7 {
				o.legend.Kinds = append(o.legend.Kinds, frame.LegendKey{Colour: colour, Text: "boid " + itoa(s.Snapshot.ID(first+leader))})
			}
		}
	}
}

func (o *overlay) byCluster(s *Scene) {
	o.legend = frame.Legend{Title: "clusters"}
	shown := 0
	for k := range s.Snapshot.FlockCount() {
		first, _ := s.Snapshot.Range(k)
		own := s.Snapshot.OneFlock(k)
		labels, count := view.Clusters(&own, s.Params[k].Float("vision"))
		rank, sizes := rankBySize(labels, count)
		for i, l := range labels {
			o.tints[first+i] = linear(KindColour(shown+rank[l]), cover)
		}
		for r := 0; r < count && r < 6; r++ {
			o.legend.Kinds = append(o.legend.Kinds, frame.LegendKey{Colour: KindColour(shown + r), Text: itoa(sizes[r]) + " boids"})
		}
		shown += count
	}
}

// rankBySize orders clusters by size, the largest first. Cluster k has position rank[k], and position r has
// size sizes[r].
func rankBySize(labels []int32, count int) (rank, sizes []int) {
	size := make([]int, count)
	for _, l := range labels {
		size[l]++
	}
	order := make([]int, count)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return size[b] - size[a] })
	rank = make([]int, count)
	for r, k := range order {
		rank[k] = r
		sizes = append(sizes, size[k])
	}
	return rank, sizes
}
