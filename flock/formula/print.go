package formula

import (
	"slices"
	"strconv"
	"strings"
)

func (e *expression) String() string { return e.within(0) }

func (e *expression) level() int {
	switch e.operator {
	case "if":
		return 0
	case "not":
		return comparison + 1
	case "negative":
		return len(levels()) + 1
	case "^":
		return len(levels()) + 2
	case "number", "name", "call", "component":
		return len(levels()) + 3
	}
	return 1 + slices.IndexFunc(levels(), func(all []string) bool { return slices.Contains(all, e.operator) })
}

// within returns the expression as an operand. It adds brackets if the expression has a lower precedence than
// level.
func (e *expression) within(level int) string {
	own := e.level()
	if own < level {
		return "(" + e.String() + ")"
	}
	switch e.operator {
	case "number":
		return e.numberText()
	case "name":
		return e.word
	case "call":
		var all []string
		for _, operand := range e.inputs {
			all = append(all, operand.String())
		}
		return e.word + "(" + strings.Join(all, ", ") + ")"
	case "component":
		return e.inputs[0].within(own) + "." + e.word
	case "negative":
		return "-" + e.inputs[0].within(own)
	case "not":
		return "not " + e.inputs[0].within(own)
	case "^":
		return e.inputs[0].within(own+1) + "^" + strconv.FormatFloat(e.value, 'g', -1, 64)
	case "if":
		return e.inputs[1].within(1) + " if " + e.inputs[0].within(1) + " else " + e.inputs[2].within(0)
	}
	remaining := own
	if own == comparison+1 {
		remaining++ // an operand of another comparison needs brackets
	}
	return e.inputs[0].within(remaining) + " " + e.operator + " " + e.inputs[1].within(own+1)
}

func (e *expression) numberText() string {
	text := strconv.FormatFloat(float64(float32(e.value)), 'g', -1, 32)
	if e.unit != Pure && !e.unit.any {
		text += "[" + e.unit.String() + "]"
	}
	return text
}
