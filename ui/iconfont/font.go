// Package iconfont makes a TrueType font of icons, so that a program can write icons like letters.
package iconfont

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"golang.org/x/exp/shiny/iconvg"
)

// FirstRune is the character of the first icon, in Unicode's private use area. The others follow.
const FirstRune = '\ue000'

// Icon is a picture of one colour on a square grid.
type Icon struct {
	IconVG []byte // picture in the IconVG format; nil means to use Path
	Path   string // SVG path on a grid of 24 × 24, y down; absolute commands M, L, H, V, Q, C, Z; all separated by spaces
}

const (
	gridSize    = 24.0
	turns       = 2 * math.Pi
	unitsPerDot = 64
	unitsPerEm  = gridSize * unitsPerDot
	// baseline is the y coordinate of the baseline on the grid. If an icon is 16/15 of a line high, this
	// value centres it beside the capitals of Go's fonts.
	baseline = 18.8
)

// Build returns a TrueType font with the icons.
func Build(icons []Icon) ([]byte, error) {
	glyphs := make([][]byte, 1, len(icons)+1) // the first glyph is for missing characters
	for k, icon := range icons {
		o := &outline{}
		err := o.readPath(icon.Path)
		if icon.IconVG != nil {
			err = iconvg.Decode(o, icon.IconVG, nil)
		}
		if err != nil {
			return nil, fmt.Errorf("icon %d: %w", k, err)
		}
		glyphs = append(glyphs, o.glyph())
	}
	return assemble(map[string][]byte{
		"cmap": cmap(len(icons)), "glyf": bytes.Join(glyphs, nil), "head": head(), "hhea": hhea(len(glyphs)), "hmtx": hmtx(len(glyphs)),
		"loca": loca(glyphs), "maxp": maxp(glyphs), "post": post(),
	}), nil
}

func pack(values ...any) []byte {
	var b bytes.Buffer
	for _, v := range values {
		_ = binary.Write(&b, binary.BigEndian, v) // a bytes.Buffer returns no error
	}
	return b.Bytes()
}

// units returns the node's coordinates in font units. The y-axis points up.
func (n node) units() (x, y int16) {
	return int16(math.Round(n.x * unitsPerDot)), int16(math.Round((baseline - n.y) * unitsPerDot))
}

func (o *outline) glyph() []byte {
	var ends []uint16
	var flags, xs, ys []byte
	low, high := [2]int16{math.MaxInt16, math.MaxInt16}, [2]int16{math.MinInt16, math.MinInt16}
	var lastX, lastY int16
	for _, contour := range o.contours {
		for _, n := range contour {
			x, y := n.units()
			low, high = [2]int16{min(low[0], x), min(low[1], y)}, [2]int16{max(high[0], x), max(high[1], y)}
			flag := byte(0)
			if n.onCurve {
				flag = 1
			}
			flags, xs, ys = append(flags, flag), append(xs, pack(x-lastX)...), append(ys, pack(y-lastY)...)
			lastX, lastY = x, y
		}
		ends = append(ends, uint16(len(flags)-1))
	}
	noInstructions := uint16(0)
	g := slices.Concat(pack(int16(len(ends)), low, high, ends, noInstructions), flags, xs, ys)
	return append(g, make([]byte, -len(g)&3)...)
}

func head() []byte {
	const magic, xMinToYMax, longOffsets = 0x5F0F3CF5, 0, 1
	return pack(uint32(0x10000), uint32(0x10000), uint32(0), uint32(magic), uint16(0), uint16(unitsPerEm), uint64(0), uint64(0),
		[4]int16{xMinToYMax, 0, unitsPerEm, unitsPerEm}, uint16(0), uint16(8), int16(2), int16(longOffsets), int16(0))
}

func ascent() int16 { return int16(math.Round(baseline * unitsPerDot)) }

func hhea(glyphs int) []byte {
	return pack(uint32(0x10000), ascent(), ascent()-unitsPerEm, int16(0), uint16(unitsPerEm), [10]int16{}, int16(0), uint16(glyphs))
}

func hmtx(glyphs int) []byte {
	var table []byte
	for range glyphs {
		table = append(table, pack(uint16(unitsPerEm), int16(0))...)
	}
	return table
}

func loca(glyphs [][]byte) []byte {
	table, offset := pack(uint32(0)), 0
	for _, g := range glyphs {
		offset += len(g)
		table = append(table, pack(uint32(offset))...)
	}
	return table
}

func maxp(glyphs [][]byte) []byte {
	longest := slices.MaxFunc(glyphs, func(a, b []byte) int { return len(a) - len(b) })
	limit := uint16(len(longest)) // an upper limit for the numbers of points and contours
	return pack(uint32(0x10000), uint16(len(glyphs)), limit, limit, [11]uint16{2: 2})
}

// cmap returns a table of format 4, which maps the characters starting at FirstRune to the glyphs starting at
// 1.
func cmap(icons int) []byte {
	const windows, unicode, offset = 3, 1, 12
	last := uint16(FirstRune + icons - 1)
	first := uint16(FirstRune)
	segments := pack([2]uint16{last, 0xFFFF}, uint16(0), [2]uint16{first, 0xFFFF}, [2]uint16{1 - first, 1}, [2]uint16{})
	return slices.Concat(pack(uint16(0), uint16(1), uint16(windows), uint16(unicode), uint32(offset)),
		pack(uint16(4), uint16(14+len(segments)), uint16(0), [4]uint16{4, 4, 1, 0}), segments)
}

func post() []byte { return pack(uint32(0x30000), [7]uint32{}) }

func assemble(tables map[string][]byte) []byte {
	const trueType, entry = 0x10000, 16
	n := len(tables)
	out := pack(uint32(trueType), uint16(n), [3]uint16{128, 3, uint16(16*n - 128)}) // the search range is for 8 to 15 tables
	var body []byte
	names := make([]string, 0, n)
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		table := tables[name]
		padded := append(slices.Clone(table), make([]byte, -len(table)&3)...)
		out = append(out, pack([]byte(name), checksum(padded), uint32(12+entry*n+len(body)), uint32(len(table)))...)
		body = append(body, padded...)
	}
	return append(out, body...)
}

func checksum(table []byte) (sum uint32) {
	for k := 0; k < len(table); k += 4 {
		sum += binary.BigEndian.Uint32(table[k:])
	}
	return sum
}
