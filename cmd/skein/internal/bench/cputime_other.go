//go:build cgo && !unix

package bench

import "time"

// cpuTime returns 0, because this system does not report CPU times.
func cpuTime() time.Duration { return 0 }
