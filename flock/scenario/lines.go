package scenario

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// This file finds the line of each key: the decoder of TOML does not say.

// entry is a key or a table's head as found in the file.
type entry struct {
	keys   []string
	line   int
	table  bool
	inline bool // it is an inline table, or stands in one

	from, name, to int // where its keys begin, the last of them does, and they end, bytes
}

func (e entry) path() string { return strings.Join(e.keys, ".") }

// walk lists what a valid document holds, in order. (Decoding gives values
// without their places.)
func walk(data []byte) []entry {
	var p unstable.Parser
	p.Reset(data)
	at := liner{data: data, line: 1}
	var all []entry
	var prefix []string
	for p.NextExpression() {
		node := p.Expression()
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			e := at.newEntry(nil, node)
			e.table = true
			prefix = e.keys
			all = append(all, e)
		case unstable.KeyValue:
			all = at.appendPair(all, prefix, node)
		}
	}
	return all
}

// liner numbers the lines of a document from its beginning to its end.
type liner struct {
	data     []byte
	at, line int // so far
}

// lineOf returns the line of a byte, no earlier one than that before.
func (l *liner) lineOf(at int) int {
	l.line += bytes.Count(l.data[l.at:at], []byte{'\n'})
	l.at = at
	return l.line
}

// appendPair adds a key, or the keys of the inline table that it holds.
func (l *liner) appendPair(all []entry, prefix []string, node *unstable.Node) []entry {
	e := l.newEntry(prefix, node)
	if node.Value().Kind != unstable.InlineTable {
		return append(all, e)
	}
	e.table, e.inline = true, true
	first := len(all)
	all = append(all, e)
	for it := node.Value().Children(); it.Next(); {
		all = l.appendPair(all, e.keys, it.Node())
	}
	for k := range all[first:] {
		all[first+k].inline = true
	}
	return all
}

func (l *liner) newEntry(prefix []string, node *unstable.Node) entry {
	e := entry{keys: slices.Clone(prefix)}
	for it := node.Key(); it.Next(); {
		raw := it.Node().Raw
		if e.line == 0 {
			e.line, e.from = l.lineOf(int(raw.Offset)), int(raw.Offset)
		}
		e.name, e.to = int(raw.Offset), int(raw.Offset+raw.Length)
		e.keys = append(e.keys, string(it.Node().Data))
	}
	return e
}
