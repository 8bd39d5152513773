package scenario

import (
	"bytes"
	"fmt"

	"skein/flock/formula"
	"skein/flock/message"
)

func (d *decoder) ruleParam(p listEntry) (one formula.Param, err error) {
	if p.doc == nil {
		return one, d.errorAt(p.head, "param must be a list of tables, each under [[rule.param]]")
	}
	texts := map[string]*string{"key": &one.Key, "label": &one.Label, "unit": &one.Unit, "doc": &one.Doc}
	numbers := map[string]*float64{"slider": &one.Slider, "default": &one.Default}
	known := []string{"key", "label", "unit", "range", "slider", "default", "doc"}
	for _, e := range p.entries {
		v, key := p.doc[e.path()], e.path()
		text, isText := texts[key]
		number, isNumber := numbers[key]
		ok := true
		switch {
		case isText:
			*text, ok = v.(string)
		case isNumber:
			*number, ok = numberOf(v)
		case key == "range":
			one.Min, one.Max, ok = rangeOf(v)
		default:
			return one, d.errorAt(e, "unknown key %q%s", key, message.Alternatives(key, known))
		}
		if !ok {
			want := map[bool]string{true: "text in quotes", false: "a number"}[isText]
			if key == "range" {
				want = wantRange
			}
			return one, d.errorAt(e, "%s %s", key, mustBe(v, want))
		}
	}
	return one, nil
}

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, v-v == 0
	}
	return 0, false
}

const wantRange = "the lowest and the highest value, such as [0, 1]"

func rangeOf(v any) (low, high float64, ok bool) {
	list, _ := v.([]any)
	if len(list) != 2 {
		return 0, 0, false
	}
	low, okLow := numberOf(list[0])
	high, okHigh := numberOf(list[1])
	return low, high, okLow && okHigh
}

func (d *decoder) ruleColumn(p listEntry) (one formula.Column, err error) {
	if p.doc == nil {
		return one, d.errorAt(p.head, "column must be a list of tables, each under [[rule.column]]")
	}
	texts := map[string]*string{"key": &one.Key, "unit": &one.Unit, "doc": &one.Doc}
	known := []string{"key", "unit", "vector", "range", "start", "doc"}
	for _, e := range p.entries {
		v, key := p.doc[e.path()], e.path()
		want, ok := "text in quotes", true
		switch text := texts[key]; {
		case text != nil:
			*text, ok = v.(string)
		case key == "vector":
			want = "true or false"
			one.Vector, ok = v.(bool)
		case key == "range":
			want = wantRange
			one.Min, one.Max, ok = rangeOf(v)
		case key == "start":
			start := ruleKey{key, &one.Start, true}
			if why := start.store(v); why != "" {
				return one, d.errorAt(e, "start %s", mustBe(v, "a number, or a formula in quotes"))
			}
		default:
			return one, d.errorAt(e, "unknown key %q%s", key, message.Alternatives(key, known))
		}
		if !ok {
			return one, d.errorAt(e, "%s %s", key, mustBe(v, want))
		}
	}
	return one, nil
}

func writeRuleColumn(b *bytes.Buffer, prefix string, c *formula.Column) {
	fmt.Fprintf(b, "\n[[%srule.column]]\nkey = %s\n", prefix, quote(c.Key))
	if c.Unit != "" {
		fmt.Fprintf(b, "unit = %s\n", quote(c.Unit))
	}
	if c.Vector {
		fmt.Fprintf(b, "vector = true\n")
	}
	fmt.Fprintf(b, "range = [%s, %s]\n", formatExact(c.Min), formatExact(c.Max))
	if c.Start != "" {
		start := ruleKey{"start", &c.Start, true}
		fmt.Fprintf(b, "start = %s\n", start.format())
	}
	fmt.Fprintf(b, "doc = %s\n", quote(c.Doc))
}
