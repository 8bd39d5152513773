//go:build !amd64

package pairs

func meet(sums, all []Lanes, i int, mask, near []uint64, d2 []float32, limit float32) {
	meetGo(sums, all, i, mask, near, d2, limit)
}
