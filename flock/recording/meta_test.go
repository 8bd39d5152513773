package recording

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// The number and sizes of other flocks in a file are limited.
func TestMetaOfHostileFlocks(t *testing.T) {
	for name, c := range map[string]struct{ others, want string }{
		"too many":    {"[" + strings.Repeat(`{"count":1},`, 20_000) + `{"count":1}]`, "20002 flocks: at most 16 are allowed"},
		"overflowing": {fmt.Sprintf(`[{"count":%d},{"count":%d},{"count":1}]`, math.MaxInt, math.MaxInt), "boids in 0 frames"},
		"too large":   {`[{"count":3000000},{"count":3000000}]`, "6000005 boids of all flocks: at most 4000000 are allowed"},
		"no list":     {`{"count":1}`, `the metadata entry "others" has the value`},
	} {
		m := Meta{TickRate: 60, FPS: 30, Flock: Flock{Count: 5}}
		pairs := m.pairs(0)
		pairs["others"] = c.others
		pairs[sumKey] = sumOf(pairs)
		if _, _, err := parseMeta(pairs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %s", name, err, c.want)
		}
	}
}
