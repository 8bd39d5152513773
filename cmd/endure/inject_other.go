//go:build !linux || !amd64

package main

import (
	"fmt"
	"os"
)

func inject([]string) int {
	fmt.Fprintln(os.Stderr, "inject: failing writes are supported on Linux on amd64 only")
	return notTraced
}
