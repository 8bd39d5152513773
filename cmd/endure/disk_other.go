//go:build !linux

package main

import "errors"

// mountDisk needs Linux.
func mountDisk(string, int) error { return errors.New("small disks need Linux") }

func unmountDisk(string) {}
