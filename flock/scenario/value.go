package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/message"
	"skein/flock/param"
	"skein/flock/vec"
)

// store stores a decoded value. It returns the reason why the value is invalid, such as "= 3 is out of range
// 0 to 1", or "".
func (f field) store(s *Scenario, v any) (why string) {
	switch p := f.pointer(s).(type) {
	case *int:
		n, why := f.readInt(v)
		if why == "" {
			*p = int(n)
		}
		return why
	case *uint64:
		return f.readSeed(p, v)
	case *float32:
		x, why := f.readNumber(v)
		if why == "" {
			*p = x
		}
		return why
	case *bool:
		return storeAs(p, v, "true or false")
	case *string:
		return f.readText(p, v)
	case *[]string:
		return f.readNames(p, v)
	case *Target:
		return f.target(p, v)
	case *mgl32.Vec3:
		return f.readColour(p, v)
	case *vec.Vec:
		return f.readVector(p, v)
	case *[]vec.Vec:
		return f.readWaypoints(p, v)
	case *param.Curve:
		return f.readPoints(p, v)
	case choice:
		var word string
		why := f.readText(&word, v)
		if why == "" {
			p.set(slices.Index(f.Options, word))
		}
		return why
	case texts:
		var all []string
		if why := f.readNames(&all, v); why != "" {
			return why
		}
		return p.set(all)
	case wholes:
		return f.readWholes(p, v)
	case perModel:
		return f.readPerModel(p, s, v)
	}
	return "cannot be set"
}

func storeAs[T any](p *T, v any, want string) string {
	x, ok := v.(T)
	if !ok {
		return mustBe(v, want)
	}
	*p = x
	return ""
}

func mustBe(v any, want string) string {
	return fmt.Sprintf("= %s must be %s", literal(v), want)
}

// readSeed reads an integer. An integer of at least 2⁶³ is too large for TOML, and so is written in quotes.
// readSeed returns the reason why the value is invalid, or "".
func (f field) readSeed(p *uint64, v any) string {
	text, ok := v.(string)
	if !ok {
		n, why := f.readInt(v)
		if why == "" {
			*p = uint64(n)
		}
		return why
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return mustBe(v, "a whole number from 0 to 18446744073709551615")
	}
	*p = n
	return ""
}

func (f field) readNames(p *[]string, v any) string {
	list, ok := v.([]any)
	var all []string
	for _, one := range list {
		name, isText := one.(string)
		ok = ok && isText
		all = append(all, name)
	}
	if !ok {
		return mustBe(v, `a list of names, such as ["hawk"]`)
	}
	*p = all
	return ""
}

// readInt reads an integer within the field's range. It returns the reason why the value is invalid, or "".
func (f field) readInt(v any) (int64, string) {
	n, ok := v.(int64)
	if !ok {
		return 0, mustBe(v, "a whole number")
	}
	return n, f.inRange(v, float64(n), f.Min, f.Max)
}

// readNumber reads a float32. It also rounds the bounds to float32, so that a bound such as 0.1 is within its
// range. why is the reason why the value is invalid, or "".
func (f field) readNumber(v any) (x float32, why string) {
	switch v := v.(type) {
	case int64:
		x = float32(v)
	case float64:
		x = float32(v)
	default:
		return 0, mustBe(v, "a number")
	}
	if x == 0 {
		x = 0 // a saved file does not keep the sign of -0
	}
	return x, f.inRange(v, float64(x), float64(float32(f.Min)), float64(float32(f.Max)))
}

func (f field) inRange(v any, x, low, high float64) string {
	if x >= low && x <= high {
		return ""
	}
	return fmt.Sprintf("= %s is out of range %s to %s", literal(v), formatBound(f.Min), formatBound(f.Max))
}

// formatBound formats a bound without an exponent, as 4000000 instead of 4e+06.
func formatBound(x float64) string {
	if x > -1e15 && x < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func (f field) readText(p *string, v any) string {
	word, ok := v.(string)
	if !ok {
		return mustBe(v, "text in quotes")
	}
	if f.Options != nil && !slices.Contains(f.Options, word) {
		return fmt.Sprintf("= %q is not one of %s%s", word, strings.Join(f.Options, ", "), message.DidYouMean(word, f.Options))
	}
	*p = word
	return ""
}

func (f field) target(p *Target, v any) string {
	if v == "flock" {
		*p = Target{}
		return ""
	}
	pos, why := readThree(v, -maxCoordinate, maxCoordinate, `"flock" or three numbers, [x, y, z]`)
	if why == "" {
		*p = Target{Fixed: true, At: pos}
	}
	return why
}

func (f field) readColour(p *mgl32.Vec3, v any) string {
	rgb, why := readThree(v, f.Min, f.Max, "three numbers, [red, green, blue]")
	if why == "" {
		*p = rgb
	}
	return why
}

func (f field) readVector(p *vec.Vec, v any) string {
	pos, why := readThree(v, f.Min, f.Max, "three numbers, [x, y, z]")
	if why == "" {
		*p = vec.Vec{X: pos[0], Y: pos[1], Z: pos[2]}
	}
	return why
}

func readThree(v any, low, high float64, want string) (pos mgl32.Vec3, why string) {
	list, ok := v.([]any)
	if !ok || len(list) != 3 {
		return pos, mustBe(v, want)
	}
	coordinate := field{Description: param.Description{Min: low, Max: high}, pointer: func(*Scenario) any { return new(float32) }}
	for i, item := range list {
		if pos[i], why = coordinate.readNumber(item); why != "" {
			return pos, why
		}
	}
	return pos, ""
}

// readPoints reads a list of pairs, or returns the reason why it is invalid. Params.Validate checks the
// curve.
func (f field) readPoints(p *param.Curve, v any) string {
	list, ok := v.([]any)
	if !ok {
		return mustBe(v, "a list of points, [[time, gain], …]")
	}
	if len(list) > param.MaxPoints {
		return fmt.Sprintf("= %s has too many points: at most %d are allowed", literal(v), param.MaxPoints)
	}
	coordinate := field{Description: param.Description{Min: f.Min, Max: f.Max}, pointer: func(*Scenario) any { return new(float32) }}
	read := param.Curve{N: len(list)}
	for i, item := range list {
		pair, ok := item.([]any)
		if !ok || len(pair) != 2 {
			return fmt.Sprintf("point %d %s", i+1, mustBe(item, "two numbers, [time, gain]"))
		}
		for k, target := range []*float32{&read.At[i].T, &read.At[i].Gain} {
			x, why := coordinate.readNumber(pair[k])
			if why != "" {
				return fmt.Sprintf("point %d %s", i+1, why)
			}
			*target = x
		}
	}
	*p = read
	return ""
}

func literal(v any) string {
	var text string
	switch v := v.(type) {
	case string:
		text = strconv.Quote(v)
	case []any:
		text = literalList(v)
	case map[string]any:
		text = fmt.Sprintf("{…%d keys…}", len(v))
	default:
		text = fmt.Sprint(v)
	}
	if r := []rune(text); len(r) > 40 {
		text = string(r[:40]) + "…"
	}
	return text
}

// literalList shows a short list of numbers and texts as it is, and any other list by its length.
func literalList(list []any) string {
	var all []string
	for _, v := range list {
		switch v.(type) {
		case []any, map[string]any:
			return fmt.Sprintf("[…%d values…]", len(list))
		}
		all = append(all, literal(v))
	}
	if text := "[" + strings.Join(all, ", ") + "]"; len(text) <= 40 {
		return text
	}
	return fmt.Sprintf("[…%d values…]", len(list))
}
