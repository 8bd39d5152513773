package render

import (
	"fmt"
	"strconv"
	"strings"

	"skein/engine/air"
	"skein/engine/frame"
)

// Cells of the grids that shaders lay out from gl_VertexID.
const (
	azimuths   = 108 // slices of the sky and the ground around the eye (a full turn)
	skyRows    = 25  // from straight down to straight up; only two are below the horizon
	groundRows = 29  // the last one reaches far beyond the haze
	shadeSide  = 24  // along each side of the rectangle that shadows fall on

	hillsAround = 360 // along one range of hills, a full turn
	hillRows    = 2

	horizonCells = 48
)

// The number of texels of the skyline texture around a full turn, and the highest elevation that
// it stores, radians.
const (
	skylineTexels = 16384
	skylineHigh   = 0.25
)

// Sizes of the tiles of noise for low and for high clouds, m.
const lowTile, highTile = 7840.0, 19000.0

// landFar is the size of the square that a land's seed chooses an origin in, m.
const landFar = 20_000.0

// levelSlope is the byte that stands for a slope of 0 in the noise of lands.
const levelSlope = 128

// discRadius is the apparent radius of the discs of the sun and the moon, radians.
const discRadius = 0.0153

// shadowTexels is the number of texels along each side of the shadow map of the birds.
const shadowTexels = 512

// lowestSun is the sine of the sun's elevation below which nothing casts a shadow.
const lowestSun = 0.03

// reflectanceSide is the number of texels along each side of the reflectance table.
// interferenceTexels is the number of texels of the interference table, which covers path
// differences from 0 to longestPath, µm.
const (
	reflectanceSide    = 32
	interferenceTexels = 1024
	longestPath        = 8.0
)

// leastSheenRoughness is the smallest roughness of sheen. With less, the formula leaves the
// range of float32.
const leastSheenRoughness = 0.1

// selfTexels is the number of texels along each side of the map for the shadows of birds on
// themselves.
const selfTexels = 2048

// poseBits is the number of bits of each of the three pose numbers in a bird's instance.
const poseBits = 10

// plantID is the id that stands for every plant in images of ids.
const plantID = 1 << 30

// sharedConstants lists the numbers that Go and the shaders share. Each is written once, here;
// every shader gets it as a macro with this name.
var sharedConstants = []struct {
	name  string
	value any // an int or a float64
}{
	{"AZIMUTHS", azimuths}, {"SKY_ROWS", skyRows}, {"GROUND_ROWS", groundRows}, {"SHADE_SIDE", shadeSide},
	{"HILLS_AROUND", hillsAround}, {"HILL_ROWS", hillRows}, {"HORIZON_CELLS", horizonCells},
	{"SKYLINE_TEXELS", skylineTexels}, {"SKYLINE_HIGH", skylineHigh},
	{"SKY_WIDE", air.Columns}, {"SKY_HIGH", air.Rows}, {"HAZE_FORWARD", air.HazeAsymmetry},
	{"LOW_TILE", lowTile}, {"HIGH_TILE", highTile},
	{"LAND_FAR", landFar}, {"LEVEL_SLOPE", levelSlope}, {"NOISE_SIZE", noiseSize}, {"HEAP_SIZE", erosionSize},
	{"DISC_RADIUS", discRadius}, {"LOWEST_SUN", lowestSun}, {"SHADOW_TEXELS", shadowTexels},
	{"SENT_SIDE", reflectanceSide}, {"BEATS", interferenceTexels}, {"BEAT_FAR", longestPath}, {"SELF_TEXELS", selfTexels}, {"FUZZIEST", leastSheenRoughness},
	{"POSE_BITS", poseBits}, {"PLANT_ID", plantID}, {"MASONRY", 1 + frame.Masonry}, {"BANDS", 1 + frame.Bands}, {"GLASS", 1 + frame.Glass},
}

// sharedDefines returns the definitions of the shared macros, such as "SKY_ROWS 25".
func sharedDefines() (all []string) {
	for _, each := range sharedConstants {
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
