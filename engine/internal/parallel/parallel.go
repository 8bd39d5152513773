// Package parallel divides loops over many birds among the cores.
package parallel

import (
	"runtime"
	"sync"
)

// minShared is the smallest length of a loop for which several goroutines are faster than one.
const minShared = 4096

// Ranges divides [0, n) into ranges [from, to) and calls do for each of them, concurrently if n is large. do
// must write only to the data of its own range. Ranges passes arg to do. So do need not be a closure, and a
// short loop allocates no memory.
func Ranges[T any](n int, arg T, do func(arg T, from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), n/(minShared/2))
	if workers < 2 {
		do(arg, 0, n)
		return
	}
	var all sync.WaitGroup
	for k := 1; k < workers; k++ {
		all.Go(func() { do(arg, k*n/workers, (k+1)*n/workers) })
	}
	do(arg, 0, n/workers)
	all.Wait()
}
