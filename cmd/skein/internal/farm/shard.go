package farm

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is part K of N of some work, as in --shard 2/8. The zero value stands for all of the work.
type Shard struct{ K, N int }

// maxShards is the largest number of parts.
const maxShards = 1_000_000

// UnmarshalText reads a shard in the form K/N.
func (s *Shard) UnmarshalText(text []byte) error {
	k, n, ok := strings.Cut(string(text), "/")
	var err1, err2 error
	s.K, err1 = strconv.Atoi(k)
	s.N, err2 = strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || s.K < 1 || s.K > s.N || s.N > maxShards {
		return fmt.Errorf("%q: must be K/N, such as 2/8, with K from 1 to N, and N up to %d", text, maxShards)
	}
	return nil
}

// Given reports whether the shard is only a part of the work.
func (s Shard) Given() bool { return s.N > 0 }

// Range returns the range [first, last) of the shard in n pieces of work. Consecutive shards have
// consecutive ranges, whose sizes differ by at most one.
func (s Shard) Range(n int) (first, last int) {
	if s.N == 0 {
		return 0, n
	}
	return int(int64(s.K-1) * int64(n) / int64(s.N)), int(int64(s.K) * int64(n) / int64(s.N))
}
