package near

import "skein/flock/vec"

// OrderPad is the number of elements after the hits that Order may read and overwrite.
const OrderPad = 32

// Order sorts the first n hits by their squared distances. It writes the index of the k-th nearest hit to
// dst[k·stride], for k from 0 to most-1. dst[most·stride] is undefined afterwards. If two squared distances
// are equal, it returns false and dst is undefined. The hits must have room for OrderPad more elements, and n
// must be at least 1.
func Order(dst []int32, stride int, indices []int32, d2 []float32, n, most int) bool {
	_ = dst[most*stride]
	return order(dst, stride, indices[:n+OrderPad], d2[:n+OrderPad], n, most)
}

func orderGo(to []int32, stride int, indices []int32, d2 []float32, n, most int) bool {
	for i, d := range d2[:n] {
		rank := 0
		for k, other := range d2[:n] {
			rank += less(other, bound(d))
			if other == d && k != i {
				return false
			}
		}
		to[min(rank, most)*stride] = indices[i]
	}
	return true
}

// Peer holds what boids perceive of a flockmate: its position, weight and heading, and its rough speed with
// the bits of the properties that it shows; see vec.Rough and lanes.Shows.
type Peer [8]float32

// PackPeers fills peers with positions, weights, rough speeds, and headings: the unit vectors of the
// velocities, or 0. The bits of the shown properties are 0.
func PackPeers(peers []Peer, x, y, z, vx, vy, vz, weights []float32) {
	n := len(peers)
	packPeers(peers, x[:n], y[:n], z[:n], vx[:n], vy[:n], vz[:n], weights[:n])
}

func packPeersGo(peers []Peer, x, y, z, vx, vy, vz, weights []float32) {
	for i := range peers {
		v := vec.Vec{X: vx[i], Y: vy[i], Z: vz[i]}
		h := v.Unit()
		peers[i] = Peer{x[i], y[i], z[i], weights[i], h.X, h.Y, h.Z, vec.Rough(v.Length())}
	}
}

// Columns is the number of arrays that Fetch fills.
const Columns = 8

// Fetch copies each of the eight numbers of peers to an array of its own: dst[c][i] is element c of the peer
// with the index indices[i]. The arrays must have room for a multiple of eight elements, up to which indices
// must hold valid indices.
func Fetch(dst *[Columns][]float32, peers []Peer, indices []int32) {
	if len(indices) > 0 {
		fetch(dst, peers, indices)
	}
}

func fetchGo(to *[Columns][]float32, peers []Peer, indices []int32) {
	for c := range to {
		column := to[c][:len(indices)]
		for i, k := range indices {
			column[i] = peers[k][c]
		}
	}
}
