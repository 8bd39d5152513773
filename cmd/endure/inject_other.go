//go:build !linux || !amd64

package main

import (
	"fmt"
	"os"
)

// inject returns an error code, because it works only on Linux on amd64.
func inject([]string) int {
	fmt.Fprintln(os.Stderr, "inject: failing writes are supported on Linux on amd64 only")
	return notTraced
}
