//go:build cgo && !nowindow

package fly

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"skein/cmd/skein/internal/cache"
	"skein/ui"
)

// skein shows the opening scene if it is run without arguments. The scene has as many birds as this machine
// can show at openingRate, but at least openingFewest and at most openingMost.
const (
	openingFewest = 3_000
	openingMost   = 30_000
	openingRate   = 20 // pictures per second
)

// The first openingSkipped pictures also compile shaders and allocate memory, so only the next openingTimed
// are measured.
const (
	openingSkipped = 3
	openingTimed   = 7
)

type pictureTimes struct {
	birds     int
	ticks     float64   // ticks per picture at openingRate
	frame     []float64 // whole pictures, s
	layout    []float64 // layout of a picture's birds, s; frame includes it
	tick      []float64
	fewBirds  []float64 // time to draw openingFewest birds, without the layout, s
	manyBirds []float64 // time to draw openingMost birds, without the layout, s
}

func (t *pictureTimes) slow() bool {
	return median(t.frame)+t.ticks*median(t.tick) >= 1.0/openingRate
}

// contradicts reports whether an earlier count is clearly wrong: pictures with this many birds take less than
// half or more than twice the time of 1/openingRate s. The count cannot be lower than openingFewest or higher
// than openingMost. So with openingFewest birds, pictures may take longer, and with openingMost birds less
// time.
func (t *pictureTimes) contradicts(count int) bool {
	seconds := median(t.frame) + t.ticks*median(t.tick)
	return openingBirds(count) > openingFewest && seconds > 2.0/openingRate || count < openingMost && seconds < 0.5/openingRate
}

// count returns the number of birds for which a picture and its ticks take 1/openingRate s. The number may be
// out of range. Layout and ticks grow in proportion to the birds; drawing also has a constant part. Medians
// make single slow pictures harmless.
func (t *pictureTimes) count() int {
	ticks := t.ticks * median(t.tick)
	now := median(t.frame) + ticks
	each := (median(t.layout) + ticks) / float64(max(t.birds, 1))
	if len(t.fewBirds) > 0 && len(t.manyBirds) > 0 {
		each += max(0, median(t.manyBirds)-median(t.fewBirds)) / (openingMost - openingFewest)
	} else {
		each = now / float64(max(t.birds, 1))
	}
	n := float64(t.birds) + (1.0/openingRate-now)/max(each, 1e-9)
	return int(min(max(n, 0), 10*openingMost))
}

func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(all))[len(all)/2]
}

func openingBirds(count int) int {
	return min(max(count/100*100, openingFewest), openingMost)
}

func openingMessage(count int) string {
	birds := ui.WithCommas(openingBirds(count)) + " birds"
	switch {
	case count < openingFewest:
		return fmt.Sprintf("%s, the minimum for the opening scene; this machine draws fewer than %d frames per second", birds, openingRate)
	case count > openingMost:
		return fmt.Sprintf("%s, the maximum for the opening scene; this machine draws more than %d frames per second", birds, openingRate)
	default:
		return fmt.Sprintf("%s: as many as this machine can draw at %d frames per second", birds, openingRate)
	}
}

type openingCounts struct {
	Last   string         `json:"last"`   // key of Counts at the last start
	Counts map[string]int `json:"counts"` // birds at openingRate, by driver and window size
}

// openingCacheBytes limits the cache of counts. The counts of many builds fit.
const openingCacheBytes = 1 << 20

func openingCache() (store cache.Cache, name string) {
	return cache.New("opening", openingCacheBytes), cache.Key([]byte("opening"))
}

func loadOpening() (all openingCounts) {
	store, name := openingCache()
	if data, ok := store.Get(name); !ok || json.Unmarshal(data, &all) != nil {
		return openingCounts{}
	}
	return all
}

func (o *openingCounts) save() {
	store, name := openingCache()
	if data, err := json.Marshal(o); err == nil && name != "" {
		store.Put(name, data)
	}
}

func (o *openingCounts) last() (count int, known bool) {
	count, known = o.Counts[o.Last]
	return min(max(count, 0), math.MaxInt32), known
}

func (o *openingCounts) use(key string) (count int, known bool) {
	if count, known = o.Counts[key]; known {
		o.Last = key
	}
	return count, known
}

func (o *openingCounts) note(key string, count int) {
	if o.Counts == nil {
		o.Counts = map[string]int{}
	}
	o.Last, o.Counts[key] = key, count
}
