package lod

import "math"

type queue struct {
	heap   []queueEntry
	queued []bool
}

type queueEntry struct {
	cost float64
	site uint32
}

func (a queueEntry) less(b queueEntry) bool {
	return a.cost < b.cost || a.cost == b.cost && a.site < b.site
}

func (q *queue) reset(sites int) {
	q.heap = q.heap[:0]
	q.queued = make([]bool, sites)
}

func (q *queue) minCost() float64 {
	if len(q.heap) == 0 {
		return math.Inf(1)
	}
	return q.heap[0].cost
}

func (q *queue) requeue(site uint32) {
	if !q.queued[site] {
		q.push(site, 0)
	}
}

func (q *queue) push(site uint32, cost float64) {
	q.queued[site] = true
	q.heap = append(q.heap, queueEntry{cost, site})
	h := q.heap
	for i := len(h) - 1; i > 0; {
		parent := (i - 1) / 2
		if !h[i].less(h[parent]) {
			return
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

func (q *queue) pop() (site uint32, ok bool) {
	h := q.heap
	if len(h) == 0 {
		return 0, false
	}
	site = h[0].site
	q.queued[site] = false
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	q.heap = h
	for i := 0; ; {
		k := 2*i + 1
		if k >= n {
			return site, true
		}
		if k+1 < n && h[k+1].less(h[k]) {
			k++
		}
		if !h[k].less(h[i]) {
			return site, true
		}
		h[i], h[k] = h[k], h[i]
		i = k
	}
}
