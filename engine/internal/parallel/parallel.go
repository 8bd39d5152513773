// Package parallel shares out loops over many birds among the cores.
package parallel

import (
	"runtime"
	"sync"
)

// worthSharing is the number of turns of a loop from which several goroutines are faster than one.
const worthSharing = 4096

// Ranges calls do for ranges [from, to) that together cover [0, n), at the same time if n is large. do
// must write only to what belongs to its own range. Its first argument is on, so that do needs no
// closure and a short loop allocates nothing.
func Ranges[T any](n int, on T, do func(on T, from, to int)) {
	workers := min(runtime.GOMAXPROCS(0), n/(worthSharing/2))
	if workers < 2 {
		do(on, 0, n)
		return
	}
	var all sync.WaitGroup
	for k := 1; k < workers; k++ {
		all.Go(func() { do(on, k*n/workers, (k+1)*n/workers) })
	}
	do(on, 0, n/workers)
	all.Wait()
}
