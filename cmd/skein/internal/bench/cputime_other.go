//go:build cgo && !unix

package bench

import "time"

// worked is not known here.
func worked() time.Duration { return 0 }
