package land

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/view"
)

const maxPlantHeight = 18

// MaxLevels is the largest number of levels of detail that a kind of plant can have.
const MaxLevels = 5

// Instance holds the data of one plant in the format that plant.vert reads.
type Instance struct {
	X, Z, Height, Width     float32
	Cos, Sin, Share, Chance float32
	Shade                   mgl32.Vec3
	sway                    float32
}

// Gather collects the plants that a view shows into Visible, without kinds before first. It marks the tiles
// that they may cover, unless mark is nil.
func (g *Garden) Gather(f *frame.Frame, s *view.View, tier int, first Kind, mark *view.Tiles) {
	for kind := range g.Visible {
		for level := range g.Visible[kind] {
			g.Visible[kind][level] = g.Visible[kind][level][:0]
		}
	}
	eye := s.Eye.Vec3()
	stands := growthBarriers(f.Stands)
	for _, b := range g.visibleBeds(s, tier) {
		reach, full := b.rule.drawDistance(s, tier), b.rule.fullReach*distanceScale(s)
		any := false
		for i := range b.plants {
			each := &b.plants[i]
			if b.distance > 0 && each.rank*b.distance >= full {
				break
			}
			if each.Kind < first {
				continue
			}
			away := mgl32.Vec3{each.X, each.Height / 2, each.Z}.Sub(eye).Len()
			share, wider := b.rule.grownShare(each, away, reach, full)
			share *= each.nearFade(eye)
			if share <= 0.02 || each.Height > 1.5 && !s.InSight(mgl32.Vec3{each.X, each.Height / 2, each.Z}, 0.6*max(each.Height, each.Width*wider)) || isBarred(stands, each) {
				continue
			}
			any = true
			g.add(each, share, wider, share*each.Height/(away*s.Eye[3]))
		}
		if any && mark != nil {
			mark.Mark(s.BallRect(b.centre, b.radius))
		}
	}
}

// Depths returns the smallest and the largest depth of plants in a view, in m.
func (g *Garden) Depths(s *view.View, tier int) (near, far float32) {
	near = s.Eye[1] // height above the ground
	for i := range lands[g.land].sowings {
		far = max(far, lands[g.land].sowings[i].drawDistance(s, tier))
	}
	up := s.Eye[3] * float32(s.Size.Y) / 2
	across := up * float32(s.Size.X) / float32(s.Size.Y)
	// The depth is less than the distance. The difference is largest in the corners of the picture.
	return max((near-maxPlantHeight)/float32(math.Sqrt(float64(1+up*up+across*across))), 0.3), far
}

// nearFade returns the fraction of a plant that is drawn, 0 to 1. Plants near the eye would hide everything
// else.
func (p *Plant) nearFade(eye mgl32.Vec3) float32 {
	flat := mgl32.Vec2{p.X - eye[0], p.Z - eye[2]}.Len()
	over := mgl32.Clamp((eye[1]/p.Height-1)/0.5, 0, 1)
	return max(mgl32.Clamp((flat-0.5*p.Width-0.7)/(0.6*p.Width), 0, 1), over*over*(3-2*over))
}

// add adds a plant at its level of detail. Near the transition between two levels it adds the plant at both,
// each with a fraction of a pixel's samples.
func (g *Garden) add(grown *Plant, share, wider, pixels float32) {
	sway := float32(0.12)
	if grown.Kind.Upright() {
		sway = 0.05
	}
	if grown.Kind == Stone {
		sway = 0
	}
	instance := Instance{X: grown.X, Z: grown.Z, Height: grown.Height * share, Width: grown.Width * wider * (0.4 + 0.6*share),
		Cos: float32(math.Cos(float64(grown.turn))), Sin: float32(math.Sin(float64(grown.turn))), Share: 1, Chance: grown.turn / (2 * math.Pi),
		Shade: grown.shade, sway: sway * grown.Height}
	forms := Forms[grown.Kind]
	level := 0
	for level+1 < len(forms) && pixels < forms[level+1].MaxSize {
		level++
	}
	const over = 0.25 // width of the transition, relative to the height in pixels
	if level+1 < len(forms) {
		if t := pixels/forms[level+1].MaxSize - 1; t < over {
			coarse := instance
			instance.Share, coarse.Share = t/over, -(1 - t/over)
			g.Visible[grown.Kind][level+1] = append(g.Visible[grown.Kind][level+1], coarse)
		}
	}
	g.Visible[grown.Kind][level] = append(g.Visible[grown.Kind][level], instance)
}

func growthBarriers(all []frame.Stand) (out []*frame.Stand) {
	for i := range all {
		if !all[i].Endless {
			out = append(out, &all[i])
		}
	}
	return out
}

func isBarred(stands []*frame.Stand, p *Plant) bool {
	for _, s := range stands {
		margin := 0.5 * p.Width
		if p.X > s.Low[0]-margin && p.X < s.High[0]+margin && p.Z > s.Low[2]-margin && p.Z < s.High[2]+margin && p.Height > s.Low[1] {
			return true
		}
	}
	return false
}
