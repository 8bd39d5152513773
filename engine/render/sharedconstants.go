//go:build cgo

package render

import (
	"fmt"
	"strconv"
	"strings"

	"skein/engine/air"
	"skein/engine/frame"
	"skein/engine/render/birds"
	"skein/engine/render/land"
	"skein/engine/render/material"
	"skein/engine/render/noise"
	"skein/engine/render/sky"
	"skein/models"
)

// Numbers of cells of the grids that shaders compute from gl_VertexID.
const (
	azimuths   = 108 // around the eye, a full turn
	skyRows    = 25  // from straight down to straight up, two below the horizon
	groundRows = 29  // from the eye to far beyond the visible range
	shadeSide  = 24  // along each side of the rectangle with shadows

	ridgeCells = 360 // number of cells of a ridge in a full turn around the eye
	ridgeRows  = 2

	horizonCells = 48
)

// skylineTexels is the width of the skyline texture, which covers a full turn. skylineHigh is the highest
// elevation that it stores, in radians.
const (
	skylineTexels = 16384
	skylineHigh   = 0.25
)

// discRadius is the radius of the discs of the sun and the moon, in radians.
const discRadius = 0.00465

const shadowTexels = 512

const lowestSun = 0.03

const selfTexels = 2048

const plantID = 1 << 30

// sharedConstants lists the constants that Go and shaders share. Every shader gets them as macros.
var sharedConstants = []struct {
	name  string
	value any
}{
	{"AZIMUTHS", azimuths}, {"SKY_ROWS", skyRows}, {"GROUND_ROWS", groundRows}, {"SHADE_SIDE", shadeSide},
	{"RIDGE_CELLS", ridgeCells}, {"RIDGE_ROWS", ridgeRows}, {"HORIZON_CELLS", horizonCells},
	{"SKYLINE_TEXELS", skylineTexels}, {"SKYLINE_HIGH", skylineHigh},
	{"SKY_WIDE", air.Columns}, {"SKY_HIGH", air.Rows}, {"HAZE_FORWARD", air.HazeAsymmetry},
	{"LOW_TILE", sky.LowTile}, {"HIGH_TILE", sky.HighTile},
	{"LAND_FAR", land.Far}, {"LEVEL_SLOPE", land.LevelSlope}, {"NOISE_SIZE", noise.Size}, {"HEAP_SIZE", sky.ErosionSize},
	{"DISC_RADIUS", discRadius}, {"LOWEST_SUN", lowestSun}, {"SHADOW_TEXELS", shadowTexels},
	{"SENT_SIDE", material.ReflectanceSide}, {"BEATS", material.InterferenceTexels}, {"BEAT_FAR", material.LongestPath}, {"SELF_TEXELS", selfTexels}, {"FUZZIEST", material.LeastSheenRoughness},
	{"POSE_BITS", birds.PoseBits}, {"STOOP", int(models.Stoop)}, {"PLANT_ID", plantID}, {"MASONRY", 1 + frame.Masonry}, {"BANDS", 1 + frame.Bands}, {"GLASS", 1 + frame.Glass},
}

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
