//go:build cgo

package render

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"skein/engine/air"
	"skein/shaders"
)

func shaderTexts(t *testing.T) map[string]string {
	t.Helper()
	entries, err := shaders.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	comment := regexp.MustCompile(`//.*`)
	all := map[string]string{}
	for _, e := range entries {
		text, err := shaders.Files.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		all[e.Name()] = comment.ReplaceAllString(string(text), "")
	}
	return all
}

// Constants that Go and the shaders share are written only in Go, and shaders use their names. No
// shader contains such a number as a literal, except numbers that are too common to check. Shaders
// have no integer constants of their own.
func TestSharedConstantsAreWrittenOnce(t *testing.T) {
	texts := shaderTexts(t)
	for _, each := range sharedConstants {
		used := false
		name := regexp.MustCompile(`\b` + each.name + `\b`)
		for _, text := range texts {
			used = used || name.MatchString(text)
		}
		if !used {
			t.Errorf("no shader uses %s", each.name)
		}
		x, _ := each.value.(float64)
		if n, whole := each.value.(int); whole {
			x = float64(n)
		}
		if plain := strings.Trim(fmt.Sprint(x), "0."); len(plain) < 2 || x == math.Trunc(x) && x < 100 {
			continue
		}
		// Numbers below 1 are common, for example in colours. So the test checks them only in named
		// constants.
		literal := regexp.MustCompile(`(^|[^\w.])` + regexp.QuoteMeta(fmt.Sprint(x)) + `(\.0*)?([^\w.]|$)`)
		if x < 1 {
			literal = regexp.MustCompile(`const float \w+ = ` + regexp.QuoteMeta(fmt.Sprint(x)) + `;`)
		}
		for file, text := range texts {
			if at := literal.FindString(text); at != "" {
				t.Errorf("%s has the literal %q instead of %s", file, at, each.name)
			}
		}
	}
	count := regexp.MustCompile(`const int \w+ = \d+;`)
	for file, text := range texts {
		if at := count.FindString(text); at != "" {
			t.Errorf("%s has an integer constant of its own: %s", file, at)
		}
	}
}

// The first edge of every smoothstep is less than the second. Otherwise GLSL 4.10 leaves the result
// undefined (section 8.3).
func TestSmoothstepEdgesAscend(t *testing.T) {
	const number = `\s*(-?[\d.]+)\s*,`
	numbers, seen := regexp.MustCompile(`smoothstep\(`+number+number), 0
	for file, text := range shaderTexts(t) {
		for _, at := range numbers.FindAllStringSubmatch(text, -1) {
			low, err := strconv.ParseFloat(at[1], 64)
			high, wrong := strconv.ParseFloat(at[2], 64)
			if seen++; err != nil || wrong != nil || low >= high {
				t.Errorf("%s: the edges of %s do not ascend", file, at[0])
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d pairs of edges were found, want at least 100", seen)
	}
}

// The haze uses certain rows and columns of the sky map. They must match the coordinates in
// scene.glsl. For rows, the coordinate is the square root of the sine of the elevation. For
// columns, it is the square root of (1 - cosine of the azimuth)/2.
func TestHazeMatchesTheSkyMap(t *testing.T) {
	for _, degrees := range []float64{0.55, 17.5, 45, 90} {
		sine := math.Sin(degrees * math.Pi / 180)
		if at := math.Sqrt(sine) * (air.Rows - 1); math.Abs(at-float64(air.RowAt(degrees))) > 0.5 {
			t.Errorf("elevation %v° is row %d, but scene.glsl reads row %v", degrees, air.RowAt(degrees), at)
		}
	}
	for _, degrees := range []float64{0, 90, 180} {
		cosine := math.Cos(degrees * math.Pi / 180)
		if at := math.Sqrt(0.5-0.5*cosine) * (air.Columns - 1); math.Abs(at-float64(air.ColumnAt(degrees))) > 0.5 {
			t.Errorf("azimuth %v° is column %d, but scene.glsl reads column %v", degrees, air.ColumnAt(degrees), at)
		}
	}
}
