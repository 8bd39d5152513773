// Package formula implements the language for rules in scenario files. A formula computes the steering force
// of a boid, or its new velocity, from what the boid perceives.
//
//	near = distance < lazy_range
//	push = -sum(offset / distance^2, near)
//	lazy_gain * mean(offset) + lazy_push * push if count(near) > 0 else lazy_gain * mean(offset)
//
// A formula is a list of definitions, one per line, and an expression at the end, which is the result. Inside
// brackets and after an operator, a line continues on the next line. A # begins a comment.
//
// # Values
//
// A value is a number, a vector or a condition. Numbers and vectors have units, which are powers of metres
// and seconds. A radian is a pure number. Values must have the same unit if they are added, compared, or
// alternatives of an if. A number with a unit is written as 1.5[m/s]. A 0 fits every unit. In a model that
// counts in steps, the unit of time is a step instead of a second.
//
// The operators, in order of increasing precedence, are: a if condition else b; or; and; not; < > <= >= ==
// !=; + -; * /; -x; x^2. v.x, v.y and v.z are the components of a vector; y is up. [Names] and [Functions]
// list all names and functions.
//
// # Neighbours
//
// The functions sum, mean, count and nearest combine the neighbours. Inside them, and only there, names such
// as offset and distance belong to a neighbour. All sums are computed in one pass, so a sum cannot use
// another sum.
//
// The neighbours come in no particular order. The name rank sorts them by their distance. The name adjacent
// and the function outline depend on all of them at once (crowd.go).
//
// # Columns
//
// A rule may store numbers and vectors for each boid; see [Column]. For example, a formula reads the column
// spin by its key, and sets its new value in a definition with the name next_spin. All definitions read the
// old values.
//
// # Numbers
//
// Numbers are float32. The same formula gives the same bits on every machine, for any number of workers, for
// every index and for every order of the neighbours. No product is fused with a sum. Functions such as sin
// use only the four basic operations and the square root. Sums are sums of integers; see [Evaluator].
//
// Every formula has a result. A division by 0 gives 0, and so do the square root of a negative number, the
// logarithm of 0 and the unit vector of a zero vector. A term of a sum that is not a number counts as 0. As
// for every rule, a steering force that is not a number, or exceeds 10⁶ m/s, is ignored.
//
// A random number is a function of the seed, the rule, the place in the formula, the boid and the tick.
//
// # Limits
//
// A formula has no loops. It has at most 8192 bytes and 1000 operations on numbers, so even a malicious
// formula takes little time and memory.
//
// # How it works
//
// lexer.go and parser.go parse a text into a tree. check.go computes types and units, and turns the tree into
// a graph of numbers (graph.go), in which equal expressions share a node. program.go assigns registers. A
// register holds a number for each boid of a block, or for each pair of a boid and a neighbour, so that an
// operation is one loop over up to 256 numbers (operations.go). evaluator.go computes a block. It allocates
// nothing in a tick.
//
// # Other languages
//
// Three maintained libraries were considered. expr-lang/expr and cel-go evaluate one record per call with
// boxed float64 values, which is too slow for evaluating each pair of boids. Neither knows units or vectors.
// wazero runs WebAssembly with strict float32, but its compiler supports only amd64 and arm64, and it does
// not run in browsers. So skein has its own language, in about 1,500 lines.
//
// Start reading at program.go.
package formula
