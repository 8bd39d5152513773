package tracks

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// settle turns all places and velocities to metres, Y up.
func (r *reader) settle() error {
	scale, zUp, geo := r.frame()
	origin := r.middle()
	for k := range r.samples {
		s := &r.samples[k]
		if geo {
			s.pos = tangent(s.pos, origin, scale)
		} else {
			s.pos = scaled(s.pos, scale)
		}
		s.vel, s.air = scaled(s.vel, scale), scaled(s.air, scale)
		for _, v := range [2][3]float64{s.vel, s.air} {
			if !isNaN(v) && length(v) > swiftest {
				return r.failAt(int(s.row), "a velocity of %.3g m/s: nobody is that fast (is --unit right?)", length(v))
			}
		}
		if zUp {
			s.pos, s.vel, s.air = upright(s.pos), upright(s.vel), upright(s.air)
			s.up = [3]float32{s.up[0], s.up[2], -s.up[1]}
		}
	}
	return r.shift()
}

// scaled is v times a factor.
func scaled(v [3]float64, by float64) [3]float64 {
	return [3]float64{float64(v[0] * by), float64(v[1] * by), float64(v[2] * by)}
}

// length is that of a vector along its longest side.
func length(v [3]float64) float64 {
	return max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
}

// upright turns Z up into Y up.
func upright(v [3]float64) [3]float64 { return [3]float64{v[0], v[2], 0 - v[1]} }

// frame returns what the table is measured in: its unit in m, which axis points up, and whether
// places are longitudes and latitudes.
func (r *reader) frame() (scale float64, zUp, geo bool) {
	about := r.table.about()
	geo = !r.where.has(X, Y, Z)
	scale = r.o.unit()
	if length, ok := aboutUnit(about["units"]); ok && r.o.Unit == 0 {
		scale = length
	}
	up := r.o.Up
	if up == "" {
		up = about["up_axis"]
	}
	if up == "" && !geo && r.skeins() {
		up = "y"
	}
	return scale, geo || up != "y", geo
}

// skeins reports whether the columns are those that skein exports.
func (r *reader) skeins() bool {
	header := r.table.header()
	if header == nil || !r.where.has(X, Y, Z, UX, UY, UZ, Phase) {
		return false
	}
	return header[r.where[X]] == "px" && header[r.where[Y]] == "py" && header[r.where[Z]] == "pz"
}

// aboutUnit returns the length of the unit, m, that a file of skein's says places are in.
func aboutUnit(units string) (length float64, ok bool) {
	var all map[string]string
	if json.Unmarshal([]byte(units), &all) != nil {
		return 0, false
	}
	return ParseUnit(all["px"])
}

// ParseUnit reads a unit of length: m, cm, mm, km, ft, or so many metres, such as 0.01 or
// "0.01 m".
func ParseUnit(text string) (length float64, ok bool) {
	known := map[string]float64{"m": 1, "cm": 0.01, "mm": 0.001, "km": 1000, "ft": 0.3048}
	if length, ok = known[text]; ok {
		return length, true
	}
	length, err := strconv.ParseFloat(strings.TrimSuffix(text, " m"), 64)
	return length, err == nil && length >= 1e-9 && length <= 1e9
}

// middle is that of the longitudes and latitudes.
func (r *reader) middle() [2]float64 {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for k := range r.samples {
		for axis := range 2 {
			low[axis], high[axis] = min(low[axis], r.samples[k].pos[axis]), max(high[axis], r.samples[k].pos[axis])
		}
	}
	return [2]float64{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
}

// The ellipsoid of WGS 84.
const (
	equator    = 6378137.0 // m
	flattening = 1 / 298.257223563
)

// tangent returns where a longitude, latitude and height lie on the plane that touches the
// ellipsoid in a point: m east, north, and the height.
func tangent(geo [3]float64, origin [2]float64, unit float64) [3]float64 {
	height := geo[2] * unit
	at, from := earth(geo[0], geo[1], height), earth(origin[0], origin[1], 0)
	x, y, z := at[0]-from[0], at[1]-from[1], at[2]-from[2]
	sinLon, cosLon := sineCosine(origin[0])
	sinLat, cosLat := sineCosine(origin[1])
	return [3]float64{
		minus(cosLon, y, sinLon, x),
		dot([3]float64{-sinLat * cosLon, -sinLat * sinLon, cosLat}, [3]float64{x, y, z}),
		height,
	}
}

// earth returns a place about the middle of the Earth, m.
func earth(lon, lat, height float64) [3]float64 {
	const squared = flattening * (2 - flattening)
	sinLon, cosLon := sineCosine(lon)
	sinLat, cosLat := sineCosine(lat)
	n := equator / math.Sqrt(1-float64(squared*sinLat*sinLat))
	return [3]float64{(n + height) * cosLat * cosLon, (n + height) * cosLat * sinLon, (float64(n*(1-squared)) + height) * sinLat}
}

// sineCosine is that of an angle in degrees, to the last digits, from the four operations
// alone: those of package math are other bits on other machines.
func sineCosine(degrees float64) (sine, cosine float64) {
	quarters := math.Round(degrees / 90)
	x := (degrees - float64(90*quarters)) * (math.Pi / 180) // within an eighth of a turn
	square, sine, cosine := float64(x*x), 0.0, 0.0
	for n := 18.0; n > 0; n -= 2 {
		cosine = 1 - float64(square*cosine)/float64(n*(n-1))
		sine = 1 - float64(square*sine)/float64(n*(n+1))
	}
	sine = float64(x * sine)
	switch int(math.Abs(quarters)) % 4 * int(math.Copysign(1, quarters)) {
	case 1, -3:
		return cosine, -sine
	case 2, -2:
		return -sine, -cosine
	case 3, -1:
		return -cosine, sine
	}
	return sine, cosine
}

// above is how high the lowest bird flies at least once birds had to be lifted, m.
const above = 2

// shift moves all places, if they must be.
func (r *reader) shift() error {
	low, high, lowest, highest := r.box()
	for axis, name := range []string{"east to west", "up", "north to south"} {
		if high[axis]-low[axis] > widest {
			return fmt.Errorf("%s: rows %d and %d are %.4g km apart, %s: want %.0f km at most (is --unit right?)",
				r.path, r.samples[lowest[axis]].row, r.samples[highest[axis]].row, (high[axis]-low[axis])/1000, name, widest/1000)
		}
	}
	var by [3]float64
	const far = 10_000
	for _, axis := range []int{0, 2} {
		if low[axis] < -far || high[axis] > far {
			by[axis] = -1000 * math.Round((low[axis]+high[axis])/2000)
		}
	}
	if low[1] < 0 || low[1] > far {
		by[1] = above - math.Floor(low[1])
	}
	if by == [3]float64{} {
		return nil
	}
	for k := range r.samples {
		for axis := range by {
			r.samples[k].pos[axis] += by[axis]
		}
	}
	r.moved = by
	return nil
}

// box is that around all places, and who is at its sides.
func (r *reader) box() (low, high [3]float64, lowest, highest [3]int) {
	low, high = r.samples[0].pos, r.samples[0].pos
	for k := range r.samples {
		for axis, x := range r.samples[k].pos {
			if x < low[axis] {
				low[axis], lowest[axis] = x, k
			}
			if x > high[axis] {
				high[axis], highest[axis] = x, k
			}
		}
	}
	return low, high, lowest, highest
}
