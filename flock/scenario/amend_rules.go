package scenario

import (
	"bytes"
	"slices"
	"strings"
)

// amendRules replaces the rules in the text. ok is false if there are other tables between them.
func (s *Scenario) amendRules(_ *Scenario, text []byte) (changed []byte, ok bool) {
	from, to, ok := ruleRange(text)
	if !ok {
		return nil, false
	}
	var b bytes.Buffer
	s.writeRules(&b, "")
	rules := strings.ReplaceAll(b.String(), "\n", lineEndOf(text))
	if from < len(text) {
		rules = strings.TrimLeft(rules, "\r\n")
	}
	return slices.Concat(text[:from], []byte(rules), text[to:]), true
}

func rulesIn(text []byte) []byte {
	from, to, _ := ruleRange(text)
	return text[from:to]
}

// ruleRange returns the byte range [from, to) of the first flock's tables [[rule]]. If there are none, the
// range is empty and lies at the end. ok is false if there are other tables between the rules.
func ruleRange(text []byte) (from, to int, ok bool) {
	isRule := func(e entry) bool { return e.keys[0] == "rule" }
	entries := walk(text)
	first := slices.IndexFunc(entries, isRule)
	if first < 0 {
		return len(text), len(text), true
	}
	rest := slices.IndexFunc(entries[first:], func(e entry) bool { return !isRule(e) })
	last := len(entries) - 1
	if rest >= 0 {
		last = first + rest - 1
	}
	if slices.ContainsFunc(entries[last+1:], isRule) {
		return 0, 0, false
	}
	from = bytes.LastIndexByte(text[:entries[first].from], '\n') + 1
	end := entries[last].to
	if !entries[last].table {
		end, _ = valueEnd(string(text), valueStart(string(text), end))
	}
	if to = bytes.IndexByte(text[end:], '\n'); to < 0 {
		return from, len(text), true
	}
	return from, end + to + 1, true
}
