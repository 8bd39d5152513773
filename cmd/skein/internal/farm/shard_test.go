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
				first, last := Shard{k, k, parts}.Range(n)
				if first != next || last < first || last-first > n/parts+1 {
					t.Errorf("part %d/%d of %d items is %d to %d, want it to start at %d", k, parts, n, first, last, next)
				}
				next = last
			}
			if next != n {
				t.Errorf("%d parts of %d items end at item %d, want the last item", parts, n, next)
			}
		}
	}
	if first, last := (Shard{}).Range(7); first != 0 || last != 7 {
		t.Errorf("without a shard the range is %d to %d, want 0 to 7", first, last)
	}
	var three Shard
	if err := three.UnmarshalText([]byte("2-4/8")); err != nil || three != (Shard{2, 4, 8}) {
		t.Errorf("2-4/8 is %+v (error %v), want parts 2 to 4 of 8", three, err)
	}
	if first, last := three.Range(16); first != 2 || last != 8 {
		t.Errorf("parts 2 to 4 of 8 of 16 items are %d to %d, want 2 to 8", first, last)
	}
	for _, bad := range []string{"", "2", "0/3", "4/3", "-1/3", "1/0", "a/b", "1/2/3", "1/9999999", "3-2/4", "2-5/4", "0-2/4", "1-/4", "1-2-3/4"} {
		if new(Shard).UnmarshalText([]byte(bad)) == nil {
			t.Errorf("the wrong shard %q was accepted", bad)
		}
	}
	if err := new(Shard).UnmarshalText([]byte("1/9999999")); err == nil || !strings.Contains(err.Error(), "up to 1000000") {
		t.Errorf("too many parts give the error %v, want one that names the limit", err)
	}
}
