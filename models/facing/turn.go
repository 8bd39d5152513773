package facing

import "slices"

// sides are the sides of a drawn animal. If the orientation is wrong, the head is not in front.
var sides = []string{"front", "back", "left", "right", "top", "bottom"}

// HeadSides returns the sides of an animal, the front first.
func HeadSides() []string { return slices.Clone(sides) }

// Turned returns the true orientation of an animal that is drawn with orientation o. side is the side of the
// drawing, one of [HeadSides], where the head is.
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
