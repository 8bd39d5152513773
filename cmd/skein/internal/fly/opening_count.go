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

// The opening scene is the scene that skein shows without arguments. It has as many birds as this
// machine shows at openingRate, within these limits.
const (
	openingFewest = 3_000
	openingMost   = 30_000
	openingRate   = 20 // pictures per second
)

// The first openingSkipped pictures are not timed, because programs are compiled and memory is
// allocated meanwhile. The next openingTimed pictures are timed.
const (
	openingSkipped = 3
	openingTimed   = 7
)

// pictureTimes are the times that pictures of a flock take at the start.
type pictureTimes struct {
	birds     int
	ticks     float64   // ticks of the flock for each picture at openingRate
	frame     []float64 // times for a whole picture, s
	layout    []float64 // times to lay out the birds of a picture, s; frame includes them
	tick      []float64 // times for one tick, s
	fewBirds  []float64 // times to draw a picture of openingFewest birds, without layout, s
	manyBirds []float64 // times to draw a picture of openingMost birds, without layout, s
}

// slow reports whether the pictures that were timed take longer than openingRate allows.
func (t *pictureTimes) slow() bool {
	return median(t.frame)+t.ticks*median(t.tick) >= 1.0/openingRate
}

// count returns the number of birds with which a picture and its ticks take as long as openingRate
// allows. The times for layout and ticks are proportional to the number of birds; the time for
// drawing also has a fixed part. Medians are used, so a single slow picture has no effect. The
// number may lie outside the limits of the opening scene.
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

// median returns the median of durations, or 0 if there are none.
func median(all []float64) float64 {
	if len(all) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(all))[len(all)/2]
}

// openingBirds returns the number of birds of the opening scene: the count, rounded down to
// hundreds, within the limits.
func openingBirds(count int) int {
	return min(max(count/100*100, openingFewest), openingMost)
}

// openingMessage says how many birds the opening scene has, and why.
func openingMessage(count int) string {
	birds := openingBirds(count)
	switch text := ui.WithCommas(birds) + " birds: "; {
	case count < openingFewest:
		return text + fmt.Sprintf("this machine shows them at less than %d frames a second", openingRate)
	case count > openingMost:
		return text + fmt.Sprintf("this machine shows them at more than %d frames a second", openingRate)
	default:
		return text + fmt.Sprintf("as many as this machine shows at %d frames a second", openingRate)
	}
}

// openingCounts are the counts that this build of skein measured on this machine.
type openingCounts struct {
	Last   string         `json:"last"`   // key of Counts: the driver and the size of the picture at the last start
	Counts map[string]int `json:"counts"` // number of birds at openingRate, by driver and size
}

// openingCacheBytes is the size limit of the cache of counts, in bytes: many builds.
const openingCacheBytes = 1 << 20

func openingCache() (kept cache.Cache, name string) {
	return cache.New("opening", openingCacheBytes), cache.Key([]byte("opening"))
}

// loadOpening returns the counts in the user's cache, or none.
func loadOpening() (all openingCounts) {
	kept, name := openingCache()
	if data, ok := kept.Get(name); !ok || json.Unmarshal(data, &all) != nil {
		return openingCounts{}
	}
	return all
}

// save stores the counts in the user's cache, if possible.
func (o *openingCounts) save() {
	kept, name := openingCache()
	if data, err := json.Marshal(o); err == nil && name != "" {
		kept.Put(name, data)
	}
}

// last returns the count of the last start.
func (o *openingCounts) last() (count int, known bool) {
	count, known = o.Counts[o.Last]
	return min(max(count, 0), math.MaxInt32), known
}

// use returns the count for a key, if it is known, and stores it as the count of the last start.
func (o *openingCounts) use(key string) (count int, known bool) {
	if count, known = o.Counts[key]; known {
		o.Last = key
	}
	return count, known
}

// note records a count.
func (o *openingCounts) note(key string, count int) {
	if o.Counts == nil {
		o.Counts = map[string]int{}
	}
	o.Last, o.Counts[key] = key, count
}
