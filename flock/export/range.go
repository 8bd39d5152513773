package export

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Range is the set of every Step-th number from First to Last, both included. If Last is Open, the range has
// no end. Frames count from 1, and boids from 0.
type Range struct{ First, Last, Step int }

// String returns the range in the form that ParseFrames reads.
func (r Range) String() string {
	text := strconv.Itoa(r.First)
	switch r.Last {
	case r.First:
		return text
	case Open:
		text += "-"
	default:
		text += "-" + strconv.Itoa(r.Last)
	}
	if r.Step > 1 {
		text += ":" + strconv.Itoa(r.Step)
	}
	return text
}

// Open is the Last of a range without an end.
const Open = -1

// ParseFrames parses numbers and ranges such as "1-10,20-100:5,200-". A range may have a step, such as :5 or
// x5, and may have no end.
func ParseFrames(list string) ([]Range, error) {
	return parseList("frames", list, 1)
}

// ParseBoids parses ids from 0 in the form of ParseFrames.
func ParseBoids(list string) ([]Range, error) {
	return parseList("boids", list, 0)
}

func parseList(what, list string, least int) ([]Range, error) {
	var all []Range
	for part := range strings.SplitSeq(list, ",") {
		r, ok := parseRange(strings.TrimSpace(part), least)
		if !ok {
			return nil, fmt.Errorf("%s %q: must be a list such as 1-10,20-100:5,200-, counted from %d", what, part, least)
		}
		if r.Last != Open && r.Last < r.First {
			return nil, fmt.Errorf("%s %q: the end is before the start", what, part)
		}
		all = append(all, r)
	}
	return all, nil
}

func parseRange(text string, least int) (Range, bool) {
	span, step, stepped := strings.Cut(strings.Replace(text, "x", ":", 1), ":")
	first, last, ranged := strings.Cut(span, "-")
	r := Range{Last: Open, Step: 1}
	ok := number(first, least, &r.First)
	switch {
	case !ranged:
		ok, r.Last = ok && !stepped, r.First
	case last != "":
		ok = ok && number(last, least, &r.Last)
	}
	if stepped {
		ok = ok && number(step, 1, &r.Step)
	}
	return r, ok
}

func number(text string, lowest int, dst *int) bool {
	n, err := strconv.ParseUint(text, 10, 31)
	*dst = int(n)
	return err == nil && *dst >= lowest
}

// checkList checks that a list is within first to last, and replaces open ends. An empty list means all
// numbers. what describes the numbers in messages.
func checkList(what string, list []Range, first, last int) ([]Range, error) {
	if len(list) == 0 {
		return checkLength(what, []Range{{first, last, 1}})
	}
	out := make([]Range, len(list))
	for i, r := range list {
		asked := r
		if r.Last == Open {
			r.Last = last
		}
		if r.First < first || r.Step < 1 || r.First > r.Last || r.Last > last {
			return nil, optionErrorf("%s %v: the recording has %v", what, asked, Range{first, last, 1})
		}
		out[i] = r
	}
	return checkLength(what, out)
}

func checkLength(what string, list []Range) ([]Range, error) {
	total := 0
	for _, r := range list {
		if total += (r.Last-r.First)/r.Step + 1; total > maxSelected {
			return nil, optionErrorf("more than %d %s: select fewer at a time", maxSelected, what)
		}
	}
	return list, nil
}

// maxSelected is the largest number of frames or boids in a list. It allows a week of frames at 30 per
// second.
const maxSelected = 20_000_000

func numbers(list []Range) (all []int) {
	for _, r := range list {
		for n := r.First; n <= r.Last; n += r.Step {
			all = append(all, n)
		}
	}
	return all
}

func ascending(list []Range) []int {
	all := numbers(list)
	slices.Sort(all)
	return slices.Compact(all)
}

// Select returns the listed frames of a recording whose first frame has the number start. An empty list
// selects all frames.
func Select(list []Range, start, frames int) ([]int, error) {
	list, err := checkList("frames", list, start, start+frames-1)
	if err != nil {
		return nil, err
	}
	return numbers(list), nil
}

// Numbered replaces the sequence of # in a file name with a frame number, padded with zeros to the same
// length.
func Numbered(pattern string, frame int) string {
	dir, base := filepath.Split(pattern)
	first := strings.IndexByte(base, '#')
	if first < 0 {
		return pattern
	}
	last := first
	for last < len(base) && base[last] == '#' {
		last++
	}
	return dir + base[:first] + fmt.Sprintf("%0*d", last-first, frame) + base[last:]
}
