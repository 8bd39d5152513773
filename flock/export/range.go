package export

import (
	"fmt"
	"strconv"
	"strings"
)

// Range is every Step-th frame from First to Last, both included, counted
// from 1. Last = 0 means the last frame there is.
type Range struct{ First, Last, Step int }

// ParseFrames reads a list such as "1-10,20-100:5,200-": numbers, ranges, ranges
// with a step, and ranges without an end.
func ParseFrames(list string) ([]Range, error) {
	var all []Range
	for part := range strings.SplitSeq(list, ",") {
		r, ok := parseRange(strings.TrimSpace(part))
		if !ok {
			return nil, fmt.Errorf("frames %q: want a list such as 1-10,20-100:5,200-", part)
		}
		all = append(all, r)
	}
	return all, nil
}

func parseRange(text string) (Range, bool) {
	span, step, stepped := strings.Cut(text, ":")
	first, last, ranged := strings.Cut(span, "-")
	r := Range{Step: 1}
	ok := number(first, &r.First)
	switch {
	case !ranged:
		ok, r.Last = ok && !stepped, r.First
	case last != "":
		ok = ok && number(last, &r.Last) && r.Last >= r.First
	}
	if stepped {
		ok = ok && number(step, &r.Step)
	}
	return r, ok
}

// number reads a whole number from 1.
func number(text string, to *int) bool {
	n, err := strconv.ParseUint(text, 10, 31)
	*to = int(n)
	return err == nil && n > 0
}

// within checks a list against a recording's length and settles open ends; an
// empty list is all frames.
func within(list []Range, frames int) ([]Range, error) {
	if len(list) == 0 {
		return []Range{{1, frames, 1}}, nil
	}
	out := make([]Range, len(list))
	for i, r := range list {
		if r.Last == 0 {
			r.Last = frames
		}
		if r.First < 1 || r.Step < 1 || r.First > r.Last || r.Last > frames {
			return nil, fmt.Errorf("frames %d-%d: the recording has 1-%d", r.First, r.Last, frames)
		}
		out[i] = r
	}
	return out, nil
}

// count is how many frames a checked list names.
func count(list []Range) int {
	n := 0
	for _, r := range list {
		n += (r.Last-r.First)/r.Step + 1
	}
	return n
}

// Select lists the frames that a list names of a recording with that many, in
// the list's order; an empty list is all frames.
func Select(list []Range, frames int) ([]int, error) {
	list, err := within(list, frames)
	if err != nil {
		return nil, err
	}
	all := make([]int, 0, count(list))
	for _, r := range list {
		for f := r.First; f <= r.Last; f += r.Step {
			all = append(all, f)
		}
	}
	return all, nil
}
