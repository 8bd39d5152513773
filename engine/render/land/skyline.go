package land

import (
	"math"

	"skein/engine/render/noise"
	"skein/flock/look"
)

type skyline struct {
	land     look.Land
	layer    int
	seed     uint32
	distance float64
	sea      float64 // azimuth of the sea, radians
}

// NewSkyline returns a layer of a land's skyline for a seed. sea is the azimuth of a coast's sea, in radians.
func NewSkyline(land look.Land, layer int, seed uint32, sea float64) skyline {
	return skyline{land, layer, seed*131 + uint32(17*layer) + 7, lands[land].distances[layer], sea}
}

// Elevation returns the skyline's elevation in radians, seen from the ground. turn is a position around the
// circle, 0 to 1.
func (s *skyline) Elevation(turn float64) float64 {
	return lands[s.land].height(s, turn) / s.distance
}

func (s *skyline) noise(turn float64, cells int, seed uint32) float64 {
	i, f := noise.SplitCell(turn * float64(cells))
	a, b := noise.Hash(uint32(i%cells), s.seed+seed), noise.Hash(uint32((i+1)%cells), s.seed+seed)
	return a*(1-f) + b*f
}

// octaves returns a weighted mean of octaves of noise, about 0.5. Each octave has half the weight of the
// previous one and about twice as many cells.
func (s *skyline) octaves(turn float64, cells, octaves int, seed uint32) float64 {
	sum, weight, total := 0.0, 1.0, 0.0
	for k := range octaves {
		sum += weight * s.noise(turn, cells, seed+uint32(k))
		total += weight
		weight *= 0.5
		cells = 2*cells + 1
	}
	return sum / total
}

func (s *skyline) country(turn float64) float64 {
	if s.layer > 1 {
		return s.woods(turn)
	}
	return s.hills(turn, 1)
}

func (s *skyline) town(turn float64) float64 {
	if s.layer > 0 {
		return s.blocks(turn)
	}
	return s.hills(turn, 1)
}

func (s *skyline) coast(turn float64) float64 {
	inland := -math.Cos(2*math.Pi*turn - (math.Pi - s.sea)) // 1 away from the sea, -1 towards it
	return s.hills(turn, 0.75) * smoothstep(-0.15, 0.75, inland+0.25*(s.noise(turn, 5, 40)-0.5))
}

func (s *skyline) hills(turn, share float64) float64 {
	high := []float64{2100, 800, 250, 120}[s.layer] * share
	r := s.octaves(turn, 7+4*s.layer, 7, 0)
	return high * max(0, 0.06+1.35*(r-0.30))
}

func (s *skyline) woods(turn float64) float64 {
	rise := 95 * max(0, s.octaves(turn, 9, 4, 0)-0.32)
	grown := smoothstep(0.38, 0.52, s.octaves(turn, 23, 4, 20))
	crowns := 0.0
	width := 9.0 / s.distance / (2 * math.Pi) // width of a crown, as a fraction of the circle
	for k := range 2 {
		n := int(1 / (width * (1 + 0.8*float64(k))))
		x := turn * float64(n)
		i := math.Floor(x)
		for _, j := range [3]float64{i - 1, i, i + 1} {
			index := uint32((int(j) + n) % n)
			offset := (x - j - 0.2 - 0.6*noise.Hash(index, s.seed+30+uint32(k))) / 0.75
			tall := (0.55 + 0.45*noise.Hash(index, s.seed+40+uint32(k))) * math.Sqrt(max(0, 1-offset*offset))
			crowns = max(crowns, tall)
		}
	}
	return rise + grown*(5+11*crowns*(0.6+0.8*s.noise(turn, 61, 50)))
}

func (s *skyline) mountains(turn float64) float64 {
	if s.layer > 1 {
		return []float64{520, 170}[s.layer-2] * max(0, 0.08+1.3*(s.octaves(turn, 11+6*s.layer, 7, 0)-0.30))
	}
	high := []float64{6200, 3000}[s.layer]
	sum, weight := 0.0, 0.5
	cells := 17 + 8*s.layer
	for k := range 7 {
		fold := 1 - math.Abs(2*s.noise(turn, cells, uint32(60+k))-1)
		sum += weight * fold
		weight *= 0.5
		cells = 2*cells + 1
	}
	broad := s.octaves(turn, 6, 2, 80)
	return high * (0.12 + 1.25*max(0, broad-0.22)) * (0.3 + 0.75*sum)
}

// houses returns the number of houses, each 54 m wide, that fit around a circle whose radius is distance, in
// m.
func houses(distance float64) int { return int(2 * math.Pi * distance / 54) }

// blocks returns the height of a row of houses, in m. Most towers are in the town's centres.
func (s *skyline) blocks(turn float64) float64 {
	n := houses(s.distance)
	x := turn * float64(n)
	i := math.Floor(x)
	index, side := uint32(i), x-i
	town := *s
	town.seed -= uint32(17 * s.layer) // all rows share the town centres
	middle := smoothstep(0.42, 0.70, town.octaves((i+0.5)/float64(n), 7, 2, 70))
	inset := math.Abs(side - 0.5)
	high := 11 + 20*noise.Hash(uint32(2*x), s.seed+91)
	if noise.Hash(index, s.seed+94) < 0.7 && inset < 0.40+0.12*noise.Hash(index, s.seed+95) {
		high = max(high, (28+56*noise.Hash(index, s.seed+96))*(0.7+1.3*middle*noise.Hash(index, s.seed+97)))
	}
	if noise.Hash(index, s.seed+90) > 0.88-0.50*middle {
		tall := noise.Hash(index, s.seed+92)
		tower := (75 + 75*tall + middle*(70+210*tall*tall)) * []float64{0, 1.25, 1, 0.65}[s.layer]
		switch wide := 0.28 + 0.24*noise.Hash(index, s.seed+93); {
		case inset > wide:
			tower = 0
		case noise.Hash(index, s.seed+98) > 0.6 && inset > 0.6*wide:
			tower *= 0.8 // the tower is set back
		case tall > 0.9 && inset < 0.03:
			tower *= 1.2 // the tower has a mast
		}
		high = max(high, tower)
	}
	return high
}
