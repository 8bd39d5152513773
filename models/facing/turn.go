package facing

import "slices"

// sides contains the names of the sides of an animal as it is drawn. If the orientation is wrong,
// the head is at another side than the front.
var sides = []string{"front", "back", "left", "right", "top", "bottom"}

// HeadSides returns the names of the sides of an animal, the front first.
func HeadSides() []string { return slices.Clone(sides) }

// Turned returns the true orientation of an animal. The animal is drawn with the orientation o, and
// its head is at the given side of the drawing. side is one of [HeadSides].
func (o Orientation) Turned(side string) Orientation {
	back := o.Forward.Mul(-1)
	switch side {
	case "back":
		return Orientation{back, o.Up}
	case "left":
		return Orientation{o.Left(), o.Up}
	case "right":
		return Orientation{o.Left().Mul(-1), o.Up}
	case "top":
		return Orientation{o.Up, back}
	case "bottom":
		return Orientation{o.Up.Mul(-1), o.Forward}
	}
	return o
}
