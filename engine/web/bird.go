package web

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
	"skein/models"
	"skein/models/lod"
)

// mostTriangles determines the levels of detail in a page. For each number, the page contains a bird's most
// detailed level that has at most this number of triangles.
var mostTriangles = [...]int{3500, 700, 150, 30}

// BirdsOf returns the models with which a page draws each flock. They are the flock's birds or, in the style
// spheres, a sphere with a line that shows the heading.
func BirdsOf(style look.Style, birds []models.Mix) []models.Mix {
	if style != look.Spheres {
		return birds
	}
	sphere := models.Sphere()
	sphere.Levels, _ = sphere.Simplify(lod.Options{})
	return slices.Repeat([]models.Mix{models.Only(sphere)}, len(birds))
}

func (p *Page) addBird(k int, b *models.Baked) Bird {
	about := Bird{Beat: b.BeatPoses(), Poses: b.Poses, Rest: b.StancePose[models.Rest], Flare: b.StancePose[models.Flare]}
	last := -1
	for _, most := range mostTriangles {
		n := levelBelow(b, most)
		if n == last {
			continue
		}
		last = n
		level, bytes := encodeLevel(&b.Levels[n], b.Poses)
		level.Data = fmt.Sprintf("bird%d.%d", k, len(about.Levels))
		about.Levels = append(about.Levels, level)
		p.Data = append(p.Data, Data{Name: level.Data, Bytes: bytes})
	}
	return about
}

func levelBelow(b *models.Baked, most int) int {
	for k := range b.Levels {
		if b.Levels[k].Triangles <= most {
			return k
		}
	}
	return len(b.Levels) - 1
}

// encodeLevel returns the vertices of a level as little-endian data. First come triangles as 32-bit numbers,
// and colours of front and back as three bytes each in sRGB. For each pose, positions as three 16-bit numbers
// and normals as three bytes follow. Both are differences from the previous pose, which compress well.
func encodeLevel(l *lod.Level, poses int) (about Level, data []byte) {
	about = Level{Sheets: l.DoubleSided}
	var front, back []byte
	for i := range l.Parts {
		p := &l.Parts[i]
		if len(p.Indices) == 0 {
			continue
		}
		for _, v := range p.Indices {
			data = binary.LittleEndian.AppendUint32(data, v+uint32(about.Vertices))
		}
		about.Triangles += len(p.Indices) / 3
		n := p.Vertices(poses)
		about.Vertices += n
		for v := range n {
			front, back = appendColour(front, l.FrontColours[i][v]), appendColour(back, l.BackColours[i][v])
		}
		for _, pos := range p.Positions {
			about.Reach = max(about.Reach, num(pos[0]), num(pos[1]), num(pos[2]))
		}
	}
	data = append(append(data, front...), back...)
	positions := make([]int16, 3*about.Vertices)
	for pose := range poses {
		data = appendPose(data, positions, l.Parts, poses, pose, func(p *lod.Part) []mgl32.Vec3 { return p.Positions }, math.MaxInt16/max(about.Reach, 1e-6), 2)
	}
	normals := make([]int16, 3*about.Vertices)
	for pose := range poses {
		data = appendPose(data, normals, l.Parts, poses, pose, func(p *lod.Part) []mgl32.Vec3 { return p.Normals }, math.MaxInt8, 1)
	}
	return about, data
}

func num(x float32) float32 { return float32(math.Abs(float64(x))) }

// appendPose appends the vectors of a pose, multiplied by scale and rounded, as differences from the previous
// pose, before. bytes is the size of a difference.
func appendPose(data []byte, before []int16, parts []lod.Part, poses, pose int, vectors func(*lod.Part) []mgl32.Vec3, scale float32, bytes int) []byte {
	k := 0
	for i := range parts {
		p := &parts[i]
		if len(p.Indices) == 0 {
			continue
		}
		n := p.Vertices(poses)
		for _, v := range vectors(p)[pose*n : (pose+1)*n] {
			for _, x := range v {
				rounded := int16(math.Round(float64(x * scale)))
				if bytes == 1 {
					data = append(data, byte(rounded-before[k]))
				} else {
					data = binary.LittleEndian.AppendUint16(data, uint16(rounded-before[k]))
				}
				before[k] = rounded
				k++
			}
		}
	}
	return data
}

func appendColour(data []byte, c mgl32.Vec3) []byte {
	for _, x := range c {
		s := 12.92 * float64(x)
		if x > 0.0031308 {
			s = 1.055*math.Pow(float64(x), 1/2.4) - 0.055
		}
		data = append(data, byte(min(max(s, 0), 1)*255+0.5))
	}
	return data
}
