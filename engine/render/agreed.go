package render

import (
	"fmt"
	"strconv"
	"strings"

	"skein/engine/air"
	"skein/engine/frame"
)

// Cells of the grids that shaders lay out by the numbers of their vertices.
const (
	azimuths   = 108 // slices of the sky and the ground around the eye
	skyRows    = 25  // from straight down; all but two above the horizon
	groundRows = 29  // the last one reaches far beyond the haze
	shadeSide  = 24  // along each side of where shadows fall

	hillsAround = 360 // of each range
	hillRows    = 2

	horizonCells = 48
)

// Texels of the skyline around, and how high it may be, radians.
const (
	skylineTexels = 16384
	skylineHigh   = 0.25
)

// Over which the noise of low and of high clouds repeats, m.
const lowTile, highTile = 7840.0, 19000.0

// landFar is how far apart the places are that a land's seed chooses among, m.
const landFar = 20_000.0

// levelSlope is a slope of 0 in the noise of lands, of 255.
const levelSlope = 128

// discRadius is that of the discs of sun and moon, as large as they seem to be, radians.
const discRadius = 0.0153

// shadowTexels is the number of texels along each side of the map of birds' shadows.
const shadowTexels = 512

// lowestSun is the sine of the sun's elevation below which no shadows are cast.
const lowestSun = 0.03

// sentSide is the number of texels along each side of the table of even light that is sent
// back; beats is that of the table of beats, which goes from no path to beatFar, µm.
const (
	sentSide = 32
	beats    = 1024
	beatFar  = 8.0
)

// fuzziest is how rough fibres at least are: of smoother ones the formula leaves float32.
const fuzziest = 0.1

// selfTexels is the number of texels along each side of the map of birds that shade themselves.
const selfTexels = 2048

// poseBits are those of the number of one of the three poses of a bird.
const poseBits = 10

// plantID is what stands for a plant where ids are drawn.
const plantID = 1 << 30

// agreed are the numbers that Go and the shaders must agree on. Each is written once, in
// Go: all shaders have them as macros of these names.
var agreed = []struct {
	name  string
	value any // an int or a float64
}{
	{"AZIMUTHS", azimuths}, {"SKY_ROWS", skyRows}, {"GROUND_ROWS", groundRows}, {"SHADE_SIDE", shadeSide},
	{"HILLS_AROUND", hillsAround}, {"HILL_ROWS", hillRows}, {"HORIZON_CELLS", horizonCells},
	{"SKYLINE_TEXELS", skylineTexels}, {"SKYLINE_HIGH", skylineHigh},
	{"SKY_WIDE", air.Columns}, {"SKY_HIGH", air.Rows}, {"HAZE_FORWARD", air.HazeAsymmetry},
	{"LOW_TILE", lowTile}, {"HIGH_TILE", highTile},
	{"LAND_FAR", landFar}, {"LEVEL_SLOPE", levelSlope}, {"NOISE_SIZE", noiseSize}, {"HEAP_SIZE", heapSize},
	{"DISC_RADIUS", discRadius}, {"LOWEST_SUN", lowestSun}, {"SHADOW_TEXELS", shadowTexels},
	{"SENT_SIDE", sentSide}, {"BEATS", beats}, {"BEAT_FAR", beatFar}, {"SELF_TEXELS", selfTexels}, {"FUZZIEST", fuzziest},
	{"POSE_BITS", poseBits}, {"PLANT_ID", plantID}, {"MASONRY", 1 + frame.Masonry}, {"BANDS", 1 + frame.Bands}, {"GLASS", 1 + frame.Glass},
}

// agreedDefines returns the macros of what is agreed on.
func agreedDefines() (all []string) {
	for _, each := range agreed {
		text := fmt.Sprint(each.value)
		if x, real := each.value.(float64); real {
			if text = strconv.FormatFloat(x, 'f', -1, 64); !strings.Contains(text, ".") {
				text += ".0"
			}
		}
		all = append(all, each.name+" "+text)
	}
	return all
}
