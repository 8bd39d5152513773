//go:build !amd64 || purego

package lanes

// Fast returns no kernels, because there are none for this architecture.
func Fast() Kernels { return Kernels{} }
