//go:build !linux

package main

import "errors"

// mountDisk returns an error, because it works only on Linux.
func mountDisk(string, int) error { return errors.New("small disks are supported on Linux only") }

func unmountDisk(string) {}
