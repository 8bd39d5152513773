package crate

import "strings"

// node is a path in the tree of all paths. Its fields are indices of other paths. Index 0 means none, because
// path 0 is the root, which is never a child or a sibling.
type node struct {
	token              int
	property           bool
	firstChild, latest int
	next               int
}

// path returns the index of a path. It adds missing parents.
func (w *Writer) path(p string) int {
	if n, ok := w.paths.numbers[p]; ok {
		return n
	}
	parent, name, property := split(p)
	above := 0
	if p != "/" {
		above = w.path(parent)
	}
	n, _ := w.paths.add(p)
	w.nodes = append(w.nodes, node{token: w.token(name), property: property})
	if p == "/" {
		return n
	}
	if latest := w.nodes[above].latest; latest > 0 {
		w.nodes[latest].next = n
	} else {
		w.nodes[above].firstChild = n
	}
	w.nodes[above].latest = n
	return n
}

// split splits /a/b.c into /a/b and the property c. It splits /a/b into /a and the prim b.
func split(path string) (parent, name string, property bool) {
	if prim, name, ok := strings.Cut(path, "."); ok {
		return prim, name, true
	}
	k := strings.LastIndexByte(path, '/')
	if name = path[k+1:]; name == "" {
		name = "/"
	}
	return path[:max(k, 1)], name, false
}

// tree is the section PATHS. Each path precedes its children.
type tree struct {
	paths  []int
	tokens []int // token of the last part of each path; negative for a property
	jumps  []int
}

const (
	onlyNext  = 0  // no children; the next path has the same parent
	onlyChild = -1 // the next path is a child, and no later path has the same parent
	leaf      = -2 // no children, and no later path has the same parent
)

func (t *tree) add(nodes []node, n int) {
	for more := true; more; n = nodes[n].next {
		index, p := len(t.paths), &nodes[n]
		token := p.token
		if p.property {
			token = -token
		}
		t.paths, t.tokens, t.jumps = append(t.paths, n), append(t.tokens, token), append(t.jumps, leaf)
		if p.firstChild > 0 {
			t.add(nodes, p.firstChild)
		}
		more = p.next > 0
		switch {
		case more && p.firstChild > 0:
			t.jumps[index] = len(t.paths) - index
		case more:
			t.jumps[index] = onlyNext
		case p.firstChild > 0:
			t.jumps[index] = onlyChild
		}
	}
}
