package facing

import "slices"

// sides contains the sides of a drawn animal. If the animal is drawn with a wrong orientation, its head
// is at one of these sides.
var sides = []string{"front", "back", "left", "right", "top", "bottom"}

// HeadSides returns the names of the sides of an animal, the front first.
func HeadSides() []string { return slices.Clone(sides) }

// Turned returns the true orientation of an animal. If the animal is drawn with the orientation o, its
// head is at the given side, which is one of [HeadSides].
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
