package main

import (
	"fmt"
	"syscall"
)

// mountDisk mounts a RAM disk of kib KiB on a folder. It requires root.
func mountDisk(dir string, kib int) error {
	return syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dk", kib))
}

func unmountDisk(dir string) { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }
