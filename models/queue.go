package models

import "math"

// queue hands out sites, cheapest first. A site is in it once at most.
type queue struct {
	heap []queued
	in   []bool
}

type queued struct {
	cost float64
	site uint32
}

func (a queued) before(b queued) bool {
	return a.cost < b.cost || a.cost == b.cost && a.site < b.site
}

// reset empties the queue, for that many sites.
func (q *queue) reset(sites int) {
	q.heap = q.heap[:0]
	q.in = make([]bool, sites)
}

// least is the lowest cost in the queue, infinite where it is empty.
func (q *queue) least() float64 {
	if len(q.heap) == 0 {
		return math.Inf(1)
	}
	return q.heap[0].cost
}

// wake puts a site in front unless it is in the queue.
func (q *queue) wake(site uint32) {
	if !q.in[site] {
		q.push(site, 0)
	}
}

func (q *queue) push(site uint32, cost float64) {
	q.in[site] = true
	q.heap = append(q.heap, queued{cost, site})
	h := q.heap
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h[i].before(h[up]) {
			return
		}
		h[i], h[up] = h[up], h[i]
		i = up
	}
}

func (q *queue) pop() (site uint32, ok bool) {
	h := q.heap
	if len(h) == 0 {
		return 0, false
	}
	site = h[0].site
	q.in[site] = false
	n := len(h) - 1
	h[0] = h[n]
	h = h[:n]
	q.heap = h
	for i := 0; ; {
		k := 2*i + 1
		if k >= n {
			return site, true
		}
		if k+1 < n && h[k+1].before(h[k]) {
			k++
		}
		if !h[k].before(h[i]) {
			return site, true
		}
		h[i], h[k] = h[k], h[i]
		i = k
	}
}
