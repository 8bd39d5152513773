//go:build !amd64 || purego

package lanes

// Fast returns the kernels for this machine: none.
func Fast() Kernels { return Kernels{} }
