package farm

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one of several parts of some work, as in --shard 2/8. The zero value
// is all of it.
type Shard struct{ K, N int }

// maxShards bounds N.
const maxShards = 1_000_000

// UnmarshalText reads K/N.
func (s *Shard) UnmarshalText(text []byte) error {
	k, n, ok := strings.Cut(string(text), "/")
	var err1, err2 error
	s.K, err1 = strconv.Atoi(k)
	s.N, err2 = strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || s.K < 1 || s.K > s.N || s.N > maxShards {
		return fmt.Errorf("%q: want K/N, such as 2/8, K from 1 to N", text)
	}
	return nil
}

// Given reports whether it is but a part.
func (s Shard) Given() bool { return s.N > 0 }

// Of returns the part's run of things that number n in all: from the first up to but
// not the last. The parts' runs follow each other, as even as can be.
func (s Shard) Of(n int) (first, last int) {
	if s.N == 0 {
		return 0, n
	}
	return int(int64(s.K-1) * int64(n) / int64(s.N)), int(int64(s.K) * int64(n) / int64(s.N))
}
