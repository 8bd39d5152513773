package scenery

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/flock/around"

	"skein/flock/vec"
)

// Pivot returns the point about which a user moves, turns and scales a thing, and the thing's rotation. point
// is the number of one of the thing's points, from 1; 0 stands for all of it. ok is false for a thing without
// a position, such as a steady wind.
func Pivot(t around.Thing, point int) (pos mgl32.Vec3, turn mgl32.Quat, ok bool) {
	turn = mgl32.QuatIdent()
	if points := PointsOf(t); len(points) > 0 {
		if point > 0 && point <= len(points) {
			return points[point-1].Array(), turn, true
		}
		for _, p := range points {
			pos = pos.Add(p.Array().Mul(1 / float32(len(points))))
		}
		return pos, turn, true
	}
	p, ok := around.PropertyOf(t, "at")
	if !ok || !p.Counts(t) {
		return pos, turn, false
	}
	if o, is := t.(*around.Obstacle); is {
		turn = toQuat(o.Turn)
	}
	return p.At.(*vec.Vec).Array(), turn, true
}

// PointsOf returns the points of a thing such as a path, or nil if it has none.
func PointsOf(t around.Thing) []vec.Vec {
	if p, ok := around.PropertyOf(t, "points"); ok {
		return *p.At.(*[]vec.Vec)
	}
	return nil
}

func toQuat(degrees vec.Vec) mgl32.Quat {
	rotation := func(angle float32, axis mgl32.Vec3) mgl32.Quat { return mgl32.QuatRotate(mgl32.DegToRad(angle), axis) }
	return rotation(degrees.Y, mgl32.Vec3{0, 1, 0}).Mul(rotation(degrees.X, mgl32.Vec3{1, 0, 0})).Mul(rotation(degrees.Z, mgl32.Vec3{0, 0, 1}))
}

func toDegrees(q mgl32.Quat) vec.Vec {
	m := q.Normalize().Mat4()
	level := num.Sqrt(m.At(1, 0)*m.At(1, 0) + m.At(1, 1)*m.At(1, 1))
	x := num.Atan2(-m.At(1, 2), level)
	y, z := num.Atan2(m.At(0, 2), m.At(2, 2)), num.Atan2(m.At(1, 0), m.At(1, 1))
	if level < 1e-4 { // gimbal lock: z and y turn about the same axis
		y, z = num.Atan2(-m.At(2, 0), m.At(0, 0)), 0
	}
	return vec.Vec{X: mgl32.RadToDeg(x), Y: mgl32.RadToDeg(y), Z: mgl32.RadToDeg(z)}
}

// Transform moves, turns and scales a dragged thing. t must be in its state before the drag. The factors
// apply along the thing's own axes. Values are rounded to a centimetre or a tenth of a degree, as a person
// would write them.
func Transform(t around.Thing, point int, move mgl32.Vec3, turn mgl32.Quat, factors mgl32.Vec3) {
	pivot, rotation, ok := Pivot(t, point)
	if !ok {
		return
	}
	shiftPoint(t, point, move)
	if points := PointsOf(t); len(points) > 0 {
		p, _ := around.PropertyOf(t, "points")
		for k := range points {
			if point > 0 {
				break
			}
			from := points[k].Array().Sub(pivot.Add(move))
			to := turn.Rotate(mgl32.Vec3{from[0] * factors[0], from[1] * factors[1], from[2] * factors[2]})
			points[k] = shiftWithin(points[k], to.Sub(from), &p)
		}
	}
	if o, is := t.(*around.Obstacle); is && turn != mgl32.QuatIdent() {
		o.Turn = roundAngles(toDegrees(turn.Mul(rotation)))
	}
	if o, is := t.(*around.Obstacle); is {
		old := *o
		defer func() {
			KeepFoot(o, &old)
			o.At.Y = RoundCM(o.At.Y)
		}()
	}
	scaleSizes(t, factors)
	roundSizes(t)
}

// KeepFoot moves an obstacle whose size or shape has changed, so that its foot is at the same height as
// before. A hill grows about its middle, because its foot is deep in the ground.
func KeepFoot(o, before *around.Obstacle) {
	if o.Endless() || before.Endless() || isHill(before) {
		return
	}
	o.At.Y += belowMiddle(o) - belowMiddle(before)
}

// belowMiddle returns the height of an obstacle's position above its lowest point, in m. It is 0 if the
// position is its foot.
func belowMiddle(o *around.Obstacle) float32 {
	switch o.Shape {
	case "sphere":
		return o.Radius
	case "box":
		down := toQuat(o.Turn).Inverse().Rotate(mgl32.Vec3{0, -1, 0})
		return (num.Abs(down[0])*o.Size.X + num.Abs(down[1])*o.Size.Y + num.Abs(down[2])*o.Size.Z) / 2
	}
	return 0
}

// HandlePlace returns the place for an obstacle's handles. It is the pivot or, if the pivot is not visible,
// the nearest visible point straight above or below it. shows reports whether a point is visible. height is
// the height of the obstacle, in m.
func HandlePlace(o *around.Obstacle, pivot mgl32.Vec3, height float32, shows func(mgl32.Vec3) bool) mgl32.Vec3 {
	if shows(pivot) || o.Endless() {
		return pivot
	}
	foot := pivot[1] - belowMiddle(o)
	best, found := pivot, false
	const steps = 40
	for k := range steps + 1 {
		pos := mgl32.Vec3{pivot[0], foot + height*float32(k)/steps, pivot[2]}
		if shows(pos) && (!found || num.Abs(pos[1]-pivot[1]) < num.Abs(best[1]-pivot[1])) {
			best, found = pos, true
		}
	}
	return best
}

// Nudge moves a thing, or one of its points, by an offset in m. point is the number of the point, from 1; 0
// stands for all of it.
func Nudge(t around.Thing, point int, offset vec.Vec) {
	shiftPoint(t, point, offset.Array())
	roundSizes(t)
}

func shiftPoint(t around.Thing, point int, offset mgl32.Vec3) {
	if points := PointsOf(t); point > 0 && point <= len(points) {
		p, _ := around.PropertyOf(t, "points")
		points[point-1] = shiftWithin(points[point-1], offset, &p)
		return
	}
	Shift(t, offset)
}

func scaleSizes(t around.Thing, factors mgl32.Vec3) {
	wide := factors[0]
	if num.Abs(factors[2]-1) > num.Abs(wide-1) {
		wide = factors[2]
	}
	most := wide
	if num.Abs(factors[1]-1) > num.Abs(most-1) {
		most = factors[1]
	}
	for _, p := range around.Properties(t) {
		switch at := p.At.(type) {
		case *float32:
			switch p.Key {
			case "radius":
				*at *= wide
				if o, ok := t.(*around.Obstacle); ok && o.Shape == "sphere" {
					*at *= most / wide
				}
			case "height":
				*at *= factors[1]
			case "scale":
				*at *= most
			default:
				continue
			}
			*at = min(max(*at, float32(p.Min)), float32(p.Max))
		case *vec.Vec:
			if p.Key == "size" {
				within := func(x float32) float32 { return min(max(x, float32(p.Min)), float32(p.Max)) }
				*at = vec.Vec{X: within(at.X * factors[0]), Y: within(at.Y * factors[1]), Z: within(at.Z * factors[2])}
			}
		}
	}
}

func roundSizes(t around.Thing) {
	for _, p := range around.Properties(t) {
		if p.Unit != "m" {
			continue
		}
		switch at := p.At.(type) {
		case *float32:
			*at = max(RoundCM(*at), float32(p.Min))
		case *vec.Vec:
			*at = RoundVec(*at)
		case *[]vec.Vec:
			for k := range *at {
				(*at)[k] = RoundVec((*at)[k])
			}
		}
	}
}

// RoundVec rounds a position to centimetres.
func RoundVec(v vec.Vec) vec.Vec {
	return vec.Vec{X: RoundCM(v.X), Y: RoundCM(v.Y), Z: RoundCM(v.Z)}
}

// RoundCM rounds a length in metres to centimetres.
func RoundCM(x float32) float32 { return float32(math.Round(100*float64(x)) / 100) }

func roundAngles(v vec.Vec) vec.Vec {
	tenths := func(x float32) float32 { return float32(math.Round(10*float64(x)) / 10) }
	return vec.Vec{X: tenths(v.X), Y: tenths(v.Y), Z: tenths(v.Z)}
}
