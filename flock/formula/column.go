package formula

import (
	"slices"
	"strings"
	"unicode/utf8"

	"skein/flock/message"
)

// Column is a number or a vector that a rule stores for each boid. The formula reads it by its key. A line
// that defines next_ and the key gives its new value.
type Column struct {
	Key    string  `json:"key"`
	Unit   string  `json:"unit,omitempty"`
	Doc    string  `json:"doc"`
	Vector bool    `json:"vector,omitempty"`
	Min    float64 `json:"min"` // range of the number, or of each component of the vector
	Max    float64 `json:"max"`
	Start  string  `json:"start,omitempty"` // formula for a new boid's value; if empty, the value is 0
}

// next is the prefix of a line that gives the new value of a column, such as next_rate.
const next = "next_"

// check returns a KeyError if c is invalid. It does not check the formula for the start value. usedKeys holds
// the keys of all parameters, and earlier the rule's preceding columns.
func (c *Column) check(usedKeys []string, earlier []Column) error {
	same := slices.Contains(usedKeys, c.Key) || slices.ContainsFunc(earlier, func(o Column) bool { return o.Key == c.Key })
	switch {
	case !isWord(c.Key):
		return keyError("key", "%q is not a key: use lower-case letters, digits and _, starting with a letter", c.Key)
	case same:
		return keyError("key", "there is another column or parameter %q; choose another key", c.Key)
	case isReserved(c.Key) || isFixedName(c.Key):
		return keyError("key", "%q is reserved in formulas; choose another key", c.Key)
	case c.Doc == "" || utf8.RuneCountInString(c.Doc) > maxDoc || strings.ContainsFunc(c.Doc, message.Controls):
		return keyError("doc", "a column needs a description: one line of at most %d characters", maxDoc)
	case !(c.Min <= 0 && c.Max >= 0 && c.Min < c.Max) || !isSmall(c.Min) || !isSmall(c.Max):
		return keyError("range", "give the lowest and the highest value, such as [-1, 1], each from -1e6 to 1e6; the lowest must be at most 0, the highest at least 0")
	}
	if _, err := ParseUnit(c.Unit); err != nil {
		return &KeyError{Key: "unit", Param: -1, Err: err}
	}
	return nil
}

func (c *Column) kind() valueKind {
	if c.Vector {
		return aVector
	}
	return aNumber
}

func (c *Column) parts() int { return value{kind: c.kind()}.parts() }

func (c *checker) column(key string) (v value, ok bool) {
	array := 0
	for k := range c.columns {
		one := &c.columns[k]
		if one.Key == key {
			unit, _ := ParseUnit(one.Unit) // check rejects other units
			v = value{kind: one.kind(), unit: unit}
			for part := range one.parts() {
				v.n[part] = c.input(ofColumn, array+part, 0, perBoid)
			}
			return v, true
		}
		array += one.parts()
	}
	return v, false
}

// nextValues returns the nodes of the new values of all columns. position is that of the formula's result.
func (c *checker) nextValues(position place) (all []int32, err error) {
	for k := range c.columns {
		one := &c.columns[k]
		v, ok := c.own[next+one.Key]
		if !ok {
			return nil, errorAt(position, "the formula does not set the column %s: add a line %s = … before the result", one.Key, next+one.Key)
		}
		unit, _ := ParseUnit(one.Unit)
		if _, fits := common(v.unit, unit); v.kind != one.kind() || !fits {
			return nil, errorAt(position, "%s is %s: must be %s", next+one.Key, described(v), described(value{kind: one.kind(), unit: unit}))
		}
		for _, n := range v.n[:v.parts()] {
			if c.nodes[n].rate == perNeighbour {
				return nil, errorAt(position, "%s belongs to a neighbour; use sum, mean, count or nearest to combine all neighbours", next+one.Key)
			}
			all = append(all, n)
		}
	}
	return all, nil
}
