//go:build cgo && !unix

package program

import "time"

// worked is not known here.
func worked() time.Duration { return 0 }
