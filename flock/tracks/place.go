package tracks

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

func (r *reader) toMetres() error {
	scale, zUp, geo := r.frameOfReference()
	origin := r.geoMiddle()
	for k := range r.samples {
		s := &r.samples[k]
		raised := r.setHeight(s, scale)
		if geo {
			s.pos = tangent(s.pos, origin, scale)
		} else {
			s.pos = scaled(s.pos, scale)
		}
		if raised {
			s.pos[r.up] = r.o.height() // set after the conversion, so that the height is exact
		}
		s.vel, s.air = scaled(s.vel, scale), scaled(s.air, scale)
		for _, v := range [2][3]float64{s.vel, s.air} {
			if !isNaN(v) && maxNorm(v) > maxSpeed {
				return r.failAt(int(s.row), "a velocity of %.3g m/s is too fast (is --unit right?)", maxNorm(v))
			}
		}
		if zUp {
			s.pos, s.vel, s.air = upright(s.pos), upright(s.vel), upright(s.air)
			s.up = [3]float32{s.up[0], s.up[2], -s.up[1]}
		}
	}
	if r.o.Height != nil && r.raised == 0 {
		return fmt.Errorf("%s: every row has a height; omit --height", r.path)
	}
	return r.moveIntoRange()
}

func scaled(v [3]float64, factor float64) [3]float64 {
	return [3]float64{float64(v[0] * factor), float64(v[1] * factor), float64(v[2] * factor)}
}

func maxNorm(v [3]float64) float64 {
	return max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
}

func upright(v [3]float64) [3]float64 { return [3]float64{v[0], v[2], 0 - v[1]} }

// frameOfReference returns the table's unit in metres, whether Z is up, and whether positions are longitudes
// and latitudes.
func (r *reader) frameOfReference() (scale float64, zUp, geo bool) {
	about := r.table.keyValues()
	geo = r.columns.place()[0] == Longitude
	scale = r.o.unit()
	if length, ok := aboutUnit(about["units"]); ok && r.o.Unit == 0 {
		scale = length
	}
	up := r.o.Up
	if up == "" {
		up = about["up_axis"]
	}
	if up == "" && !geo && r.isSkeinExport() {
		up = "y"
	}
	return scale, geo || up != "y", geo
}

func (r *reader) isSkeinExport() bool {
	header := r.table.header()
	if header == nil || !r.columns.hasAll(X, Y, Z, UX, UY, UZ, Phase) {
		return false
	}
	return header[r.columns[X]] == "px" && header[r.columns[Y]] == "py" && header[r.columns[Z]] == "pz"
}

// aboutUnit returns the unit of positions in metres. It reads the unit from the metadata of a skein export.
func aboutUnit(units string) (length float64, ok bool) {
	var all map[string]string
	if json.Unmarshal([]byte(units), &all) != nil {
		return 0, false
	}
	return ParseUnit(all["px"])
}

// ParseUnit parses a unit of length: m, cm, mm, km, ft, or a number of metres such as 0.01 or "0.01 m".
func ParseUnit(text string) (length float64, ok bool) {
	known := map[string]float64{"m": 1, "cm": 0.01, "mm": 0.001, "km": 1000, "ft": 0.3048}
	if length, ok = known[text]; ok {
		return length, true
	}
	length, err := strconv.ParseFloat(strings.TrimSuffix(text, " m"), 64)
	return length, err == nil && length >= 1e-9 && length <= 1e9
}

func (r *reader) geoMiddle() [2]float64 {
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

// tangent returns metres east, metres north and height in the plane that touches the ellipsoid at origin. geo
// holds longitude and latitude in degrees, and a height. unit is the unit of the height in metres.
func tangent(geo [3]float64, origin [2]float64, unit float64) [3]float64 {
	height := geo[2] * unit
	pos, from := earth(geo[0], geo[1], height), earth(origin[0], origin[1], 0)
	x, y, z := pos[0]-from[0], pos[1]-from[1], pos[2]-from[2]
	sinLon, cosLon := sineCosine(origin[0])
	sinLat, cosLat := sineCosine(origin[1])
	return [3]float64{
		diffOfProducts(cosLon, y, sinLon, x),
		dot([3]float64{-sinLat * cosLon, -sinLat * sinLon, cosLat}, [3]float64{x, y, z}),
		height,
	}
}

// earth returns a position in metres from the Earth's centre. lon and lat are in degrees, height in metres
// above the ellipsoid.
func earth(lon, lat, height float64) [3]float64 {
	const squared = flattening * (2 - flattening)
	sinLon, cosLon := sineCosine(lon)
	sinLat, cosLat := sineCosine(lat)
	n := equator / math.Sqrt(1-float64(squared*sinLat*sinLat))
	return [3]float64{(n + height) * cosLat * cosLon, (n + height) * cosLat * sinLon, (float64(n*(1-squared)) + height) * sinLat}
}

// sineCosine does not use math.Sin and math.Cos, whose results differ between machines.
func sineCosine(degrees float64) (sine, cosine float64) {
	quarters := math.Round(degrees / 90)
	x := (degrees - float64(90*quarters)) * (math.Pi / 180) // radians, from -π/4 to π/4
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

// liftHeight is the height to which the lowest bird is moved if positions are moved up or down, in m.
const liftHeight = 2

func (r *reader) moveIntoRange() error {
	low, high, lowest, highest := r.bounds()
	for axis, name := range []string{"east to west", "up", "north to south"} {
		if high[axis]-low[axis] > maxWidth {
			return fmt.Errorf("%s: rows %d and %d are %.4g km apart, %s: must be at most %.0f km (is --unit right?)",
				r.path, r.samples[lowest[axis]].row, r.samples[highest[axis]].row, (high[axis]-low[axis])/1000, name, maxWidth/1000)
		}
	}
	var shift [3]float64
	const far = 10_000
	for _, axis := range []int{0, 2} {
		if low[axis] < -far || high[axis] > far {
			shift[axis] = -1000 * math.Round((low[axis]+high[axis])/2000)
		}
	}
	if low[1] < 0 || low[1] > far {
		shift[1] = liftHeight - math.Floor(low[1])
	}
	if shift == [3]float64{} {
		return nil
	}
	for k := range r.samples {
		for axis := range shift {
			r.samples[k].pos[axis] += shift[axis]
		}
	}
	r.moved = shift
	return nil
}

// bounds returns the corners of the bounding box of all positions, and the index of a sample on each side.
func (r *reader) bounds() (low, high [3]float64, lowest, highest [3]int) {
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
