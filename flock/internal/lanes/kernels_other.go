//go:build !amd64 || purego

package lanes

// Fast returns the kernels that this machine can run.
func Fast() Kernels { return Kernels{} }
