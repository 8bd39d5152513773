//go:build !linux || !amd64

package main

import (
	"fmt"
	"os"
)

// inject needs Linux on amd64.
func inject([]string) int {
	fmt.Fprintln(os.Stderr, "inject: letting writes fail needs Linux on amd64")
	return notTraced
}
