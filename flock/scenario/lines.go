package scenario

import (
	"bytes"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

type entry struct {
	keys   []string
	line   int
	table  bool
	inline bool // whether the entry is an inline table or is inside one

	from, name, to int // byte offsets: start of the keys, start of the last key, end of the keys
}

func (e entry) path() string { return strings.Join(e.keys, ".") }

// isBelow reports whether the entry is in one of the given tables.
func (e entry) isBelow(tables []string) bool {
	return slices.ContainsFunc(tables, func(table string) bool { return strings.HasPrefix(e.path(), table+".") })
}

func walk(data []byte) []entry {
	var p unstable.Parser
	p.Reset(data)
	finder := lineFinder{data: data, line: 1}
	var all []entry
	var prefix []string
	for p.NextExpression() {
		node := p.Expression()
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			e := finder.newEntry(nil, node)
			e.table = true
			prefix = e.keys
			all = append(all, e)
		case unstable.KeyValue:
			all = finder.appendPair(all, prefix, node)
		}
	}
	return all
}

// lineFinder finds the line numbers of ascending byte offsets.
type lineFinder struct {
	data         []byte
	offset, line int
}

func (l *lineFinder) lineOf(offset int) int {
	l.line += bytes.Count(l.data[l.offset:offset], []byte{'\n'})
	l.offset = offset
	return l.line
}

func (l *lineFinder) appendPair(all []entry, prefix []string, node *unstable.Node) []entry {
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

func (l *lineFinder) newEntry(prefix []string, node *unstable.Node) entry {
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
