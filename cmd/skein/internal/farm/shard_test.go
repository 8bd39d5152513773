package farm

import (
	"strings"
	"testing"
)

// The ranges of the shards are consecutive, cover all work, and differ in size by at most one.
func TestShards(t *testing.T) {
	for _, n := range []int{0, 1, 5, 16, 17, 1000} {
		for _, parts := range []int{1, 2, 3, 16, 40} {
			next := 0
			for k := 1; k <= parts; k++ {
				first, last := Shard{k, parts}.Range(n)
				if first != next || last < first || last-first > n/parts+1 {
					t.Errorf("%d/%d of %d is %d to %d after %d", k, parts, n, first, last, next)
				}
				next = last
			}
			if next != n {
				t.Errorf("%d parts of %d end at %d", parts, n, next)
			}
		}
	}
	if first, last := (Shard{}).Range(7); first != 0 || last != 7 {
		t.Errorf("no shard is %d to %d of 7", first, last)
	}
	for _, bad := range []string{"", "2", "0/3", "4/3", "-1/3", "1/0", "a/b", "1/2/3", "1/9999999"} {
		if new(Shard).UnmarshalText([]byte(bad)) == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if err := new(Shard).UnmarshalText([]byte("1/9999999")); err == nil || !strings.Contains(err.Error(), "up to 1000000") {
		t.Errorf("too many parts: %v, want the most", err)
	}
}
