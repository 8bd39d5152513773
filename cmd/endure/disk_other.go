//go:build !linux

package main

import "errors"

// mountDisk returns an error: it is implemented for Linux only.
func mountDisk(string, int) error { return errors.New("small disks are supported on Linux only") }

func unmountDisk(string) {}
