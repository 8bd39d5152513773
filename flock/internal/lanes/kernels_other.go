//go:build !amd64 || purego

package lanes

// Fast returns no kernels, because this machine has none.
func Fast() Kernels { return Kernels{} }
