//go:build cgo

package gpu

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
static void tune(void) {
	mallopt(M_TRIM_THRESHOLD, 512 << 20);
	mallopt(M_MMAP_THRESHOLD, 64 << 20);
}
#else
static void tune(void) {}
#endif
*/
import "C"

// TuneAllocator makes glibc keep the memory that a software driver frees after each frame. Otherwise the next
// frame waits for page faults.
func TuneAllocator() { C.tune() }
