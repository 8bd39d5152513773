//go:build cgo

package birds

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/render/view"
	"skein/models"
)

// bounds is a box around a bird in one pose, along its axes, in wingspans.
type bounds struct{ low, high mgl32.Vec3 }

func poseBounds(b *models.Baked) []bounds {
	out := make([]bounds, b.Poses)
	for k := range out {
		out[k] = bounds{mgl32.Vec3{1e9, 1e9, 1e9}, mgl32.Vec3{-1e9, -1e9, -1e9}}
	}
	for _, l := range b.Levels {
		for i := range l.Parts {
			all := l.Parts[i].Positions
			each := len(all) / b.Poses
			for k, v := range all {
				out[k/each].join(bounds{v, v})
			}
		}
	}
	return out
}

func (b *bounds) join(other bounds) {
	for k := range 3 {
		b.low[k], b.high[k] = min(b.low[k], other.low[k]), max(b.high[k], other.high[k])
	}
}

// blend returns a box around a bird whose vertices are at the given share of the way from one pose to
// another.
func (b *bounds) blend(other *bounds, share float32) bounds {
	return bounds{num.Mix(b.low, other.low, share), num.Mix(b.high, other.high, share)}
}

// boundsMargin enlarges the boxes of birds, because the GPU rounds the positions of vertices.
const boundsMargin = 1.02

func birdRect(s *view.View, b *Instance, poses []bounds) image.Rectangle {
	const mask = 1<<PoseBits - 1
	box := poses[b.poses&mask].blend(&poses[b.poses>>PoseBits&mask], unpackShare(b.blend))
	if held := unpackShare(b.blend >> 16); held > 0 {
		box = box.blend(&poses[b.poses>>(2*PoseBits)&mask], held)
	}
	halfSize := box.high.Sub(box.low).Mul(boundsMargin / 2)
	middle := box.high.Add(box.low).Mul(0.5)
	pos := b.position.Add(b.x.Mul(middle[0])).Add(b.y.Mul(middle[1])).Add(b.z.Mul(middle[2])).Vec4(1)
	away, across, up := s.ViewProjection.Row(3), s.ViewProjection.Row(0), s.ViewProjection.Row(1)
	reach := func(along mgl32.Vec4) float32 {
		d := along.Vec3()
		return mgl32.Abs(d.Dot(b.x))*halfSize[0] + mgl32.Abs(d.Dot(b.y))*halfSize[1] + mgl32.Abs(d.Dot(b.z))*halfSize[2]
	}
	depth := away.Dot(pos)
	nearest := depth - reach(away)
	if nearest < 0.01*depth || nearest <= 0 {
		return s.Region
	}
	w, h := float32(s.Region.Dx()), float32(s.Region.Dy())
	x, y := across.Dot(pos)/depth, up.Dot(pos)/depth
	// d is the offset of a corner from the middle of the box. In the picture, the corner is offset by
	// (across·d - x · away·d) / depth.
	const margin = 2 // pixels
	dx := reach(across.Sub(away.Mul(x)))/nearest*w/2 + margin
	dy := reach(up.Sub(away.Mul(y)))/nearest*h/2 + margin
	x, y = (1+x)*w/2, (1-y)*h/2
	return image.Rect(int(x-dx), int(y-dy), int(x+dx)+1, int(y+dy)+1).Add(s.Region.Min).Intersect(s.Region)
}

type projector struct {
	across, up, away mgl32.Vec4 // rows of the view's projection matrix
	sizeX, sizeY     float32
	w, h             float32
	region           image.Rectangle
}

func newProjector(s *view.View) projector {
	across, up := s.ViewProjection.Row(0), s.ViewProjection.Row(1)
	return projector{
		across, up, s.ViewProjection.Row(3), across.Vec3().Len(), up.Vec3().Len(),
		float32(s.Region.Dx()) / 2, float32(s.Region.Dy()) / 2, s.Region,
	}
}

func (p *projector) rect(pos mgl32.Vec3, radius float32) image.Rectangle {
	depth := p.away[0]*pos[0] + p.away[1]*pos[1] + p.away[2]*pos[2] + p.away[3]
	nearest := depth - radius
	if nearest <= 0.5*depth {
		return p.region
	}
	x := (p.across[0]*pos[0] + p.across[1]*pos[1] + p.across[2]*pos[2] + p.across[3]) / depth
	y := (p.up[0]*pos[0] + p.up[1]*pos[1] + p.up[2]*pos[2] + p.up[3]) / depth
	// d is the offset of a point from the middle of the ball. In the picture, the point is offset by
	// (across·d - x · away·d) / depth. The length of away is 1.
	const margin = 2 // pixels
	dx := (p.sizeX+mgl32.Abs(x))*radius/nearest*p.w + margin
	dy := (p.sizeY+mgl32.Abs(y))*radius/nearest*p.h + margin
	x, y = (1+x)*p.w, (1-y)*p.h
	return image.Rect(int(x-dx), int(y-dy), int(x+dx)+1, int(y+dy)+1).Add(p.region.Min).Intersect(p.region)
}

// PoseBits is the number of bits for each of the three pose indices in a bird's instance.
const PoseBits = 10
