package farm

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one part of some work, or several consecutive parts, as in --shard 2/8 or --shard 2-4/8. The zero
// value is all of the work.
type Shard struct {
	K, Last int // first and last part, counted from 1
	N       int
}

const maxShards = 1_000_000

// UnmarshalText reads a shard in the form K/N or K-L/N.
func (s *Shard) UnmarshalText(text []byte) error {
	parts, n, ok := strings.Cut(string(text), "/")
	first, last, several := strings.Cut(parts, "-")
	if !several {
		last = first
	}
	var errs [3]error
	s.K, errs[0] = strconv.Atoi(first)
	s.Last, errs[1] = strconv.Atoi(last)
	s.N, errs[2] = strconv.Atoi(n)
	if !ok || errs != [3]error{} || s.K < 1 || s.K > s.Last || s.Last > s.N || s.N > maxShards {
		return fmt.Errorf("%q: must be K/N, such as 2/8, or K-L/N, such as 2-4/8, with parts from 1 to N, and N up to %d", text, maxShards)
	}
	return nil
}

// Given reports whether the user gave a shard.
func (s Shard) Given() bool { return s.N > 0 }

// Range returns the range [first, last) of the shard in n pieces of work. Consecutive shards have consecutive
// ranges, whose sizes differ by at most one.
func (s Shard) Range(n int) (first, last int) {
	if s.N == 0 {
		return 0, n
	}
	return int(int64(s.K-1) * int64(n) / int64(s.N)), int(int64(s.Last) * int64(n) / int64(s.N))
}

// Takes reports whether the shard does piece k, counted from 0, if the parts take the pieces in turn.
func (s Shard) Takes(k int) bool {
	part := k%s.N + 1
	return part >= s.K && part <= s.Last
}
