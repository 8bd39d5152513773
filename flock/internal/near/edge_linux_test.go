package near

import (
	"math/rand/v2"
	"runtime/debug"
	"syscall"
	"testing"
	"unsafe"
)

// atEdge returns a slice with n elements and a capacity of n + room. An access beyond the capacity is a
// fault.
func atEdge[T any](t *testing.T, n, room int) []T {
	t.Helper()
	var one T
	page := syscall.Getpagesize()
	size := (n + room) * int(unsafe.Sizeof(one))
	pages := (size + page - 1) / page * page
	m, err := syscall.Mmap(-1, 0, pages+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(m) })
	if err := syscall.Mprotect(m[pages:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	if n+room == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&m[pages-size])), n+room)[:n]
}

func pointsAtEdge(t *testing.T, r *rand.Rand, n, room int) points {
	from := cloud(r, n, 5)
	to := points{atEdge[float32](t, n, room), atEdge[float32](t, n, room), atEdge[float32](t, n, room)}
	copy(to.x, from.x)
	copy(to.y, from.y)
	copy(to.z, from.z)
	return to
}

// No kernel accesses memory beyond the documented padding.
func TestEdges(t *testing.T) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if fault := recover(); fault != nil {
			t.Errorf("a kernel accessed memory beyond its arrays: %v\n%s", fault, debug.Stack())
		}
	}()
	r := rand.New(rand.NewPCG(31, 32))
	for n := 1; n < 40; n++ {
		p := pointsAtEdge(t, r, n, pad)
		l := &List{}
		Gather(l, p.x, p.y, p.z, []Span{{0, int32(n)}}, Box{}, 1e6)
		edge := &List{
			X: atEdge[float32](t, n, pad), Y: atEdge[float32](t, n, pad),
			Z: atEdge[float32](t, n, pad), At: atEdge[int32](t, n, pad),
		}
		Gather(edge, p.x, p.y, p.z, []Span{{0, int32(n)}}, Box{}, 1e6)
		indices, d2 := atEdge[int32](t, n+pad, 0), atEdge[float32](t, n+pad, 0)
		hits := Scan(indices, d2, edge, Point{}, 1e6)
		Filter(atEdge[int32](t, n+pad, 0), atEdge[float32](t, n+pad, 0), indices, d2, hits, 1e6)
		kin := atEdge[Kin](t, n, 0)
		exact := atEdge[int32](t, n, 0)
		copy(exact, indices[:hits])
		Sum(kin, exact)
		matrixAtEdge(t, r, n)
	}
}

func matrixAtEdge(t *testing.T, r *rand.Rand, n int) {
	t.Helper()
	whole := (n + 7) / 8 * 8
	p := pointsAtEdge(t, r, n, whole-n)
	d2, mask := atEdge[float32](t, n, whole-n), atEdge[uint64](t, Words(n), 0)
	Row(d2, mask, p.x, p.y, p.z, Point{}, 1e6)
	sums, all := atEdge[Kin](t, n+1, 0), atEdge[Kin](t, n+1, 0)
	Meet(sums, all, n, mask, atEdge[uint64](t, Words(n), 0), d2, 1)
	Pack(atEdge[Kin](t, n, 0), p.x, p.y, p.z, p.x, p.y, p.z, 1/quantum)
	if n <= 8 {
		q := pointsAtEdge(t, r, n, pad-n)
		Bounds(q.x, q.y, q.z)
	}
}
