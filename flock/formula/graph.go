package formula

type rate int8

const (
	perTick      rate = iota // one value for all boids
	perBoid                  // one value for each boid, known before its neighbours
	perNeighbour             // one value for each pair of a boid and a neighbour
	perSum                   // one value for each boid, known after the sums
)

type source int8

const (
	computed source = iota
	constant
	parameter // index is the parameter's index in the rule's list
	seconds   // time since the start, or length of a tick; the same for all boids
	ofBoid    // index is one of boidArrays
	ofID      // the boid's id; index is 0
	ofColumn  // index is the index of an array of the rule's own columns
	ofPair    // index is one of pairArrays
	drawn     // index is the index of the random draw
	summed    // index is the index of the sum, and part is its coordinate
)

const (
	sinceStart = iota
	ofTick
)

const (
	positionX = iota
	positionY
	positionZ
	velocityX
	velocityY
	velocityZ
	headingX
	headingY
	headingZ
	ownSpeed
	boidArrays
)

const (
	offsetX = iota
	offsetY
	offsetZ
	relativeX
	relativeY
	relativeZ
	neighbourRank
	isAdjacent
	pairArrays
)

type origin struct {
	from        source
	index, part int
	value       float32
}

// node is a number that the formula computes. A vector has three nodes.
type node struct {
	origin
	do       operation
	operands [3]int32
	rate     rate
}

// nodeKey is the content of a node. Equal nodes are computed once.
type nodeKey struct {
	origin
	code     string
	operands [3]int32
}

type reduction struct {
	kind   reductionKind
	values [3]int32
	where  int32 // node of the condition that selects neighbours, or none for all neighbours
}

type reductionKind int8

const (
	sumOf reductionKind = iota
	meanOf
	countOf
	nearestOf
	outlineOf
)

const none = -1

// graph is a formula as a list of nodes, operands before operations.
type graph struct {
	nodes      []node
	known      map[nodeKey]int32
	reductions []reduction
	draws      int

	mixed bool // whether an operation on values of a neighbour also uses a sum
}

func (g *graph) input(from source, index, part int, r rate) int32 {
	return g.add(node{origin: origin{from: from, index: index, part: part}, operands: [3]int32{none, none, none}, rate: r}, "")
}

func (g *graph) number(x float64) int32 {
	return g.add(node{origin: origin{from: constant, value: float32(x)}, operands: [3]int32{none, none, none}}, "")
}

func (g *graph) add(n node, code string) int32 {
	key := nodeKey{n.origin, code, n.operands}
	if k, ok := g.known[key]; ok {
		return k
	}
	k := int32(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.known[key] = k
	return k
}

// compute returns the node of an operation. If an operand belongs to a neighbour, compute copies the operands
// of the boid to its pairs.
func (g *graph) compute(code string, operands ...int32) int32 {
	n := node{do: operations()[code], operands: [3]int32{none, none, none}}
	for _, k := range operands {
		n.rate = max(n.rate, g.nodes[k].rate)
	}
	ofNeighbours := false
	for _, k := range operands {
		ofNeighbours = ofNeighbours || g.nodes[k].rate == perNeighbour
	}
	if ofNeighbours && n.rate == perSum {
		g.mixed = true
	}
	for k, from := range operands {
		if n.operands[k] = from; ofNeighbours {
			n.operands[k] = g.ofPairs(from)
		}
	}
	return g.add(n, code)
}

// ofPairs returns a node with a value for each pair. If necessary, it repeats each boid's value.
func (g *graph) ofPairs(k int32) int32 {
	if g.nodes[k].rate != perBoid {
		return k
	}
	return g.add(node{operands: [3]int32{k, none, none}, rate: perNeighbour}, spreadCode)
}

const spreadCode = "spread"

// reduce adds a sum, mean, count or nearest value over the neighbours. It returns the nodes of its
// components.
func (g *graph) reduce(r reduction, parts int) (out [3]int32) {
	for k := range parts {
		if r.values[k] != none {
			r.values[k] = g.ofPairs(r.values[k])
		}
	}
	if r.where != none {
		r.where = g.ofPairs(r.where)
	}
	number := -1
	for k := range g.reductions {
		if g.reductions[k] == r {
			number = k
		}
	}
	if number < 0 {
		number = len(g.reductions)
		g.reductions = append(g.reductions, r)
	}
	for k := range parts {
		out[k] = g.input(summed, number, k, perSum)
	}
	return out
}
