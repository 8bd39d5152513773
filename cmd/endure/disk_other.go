//go:build !linux

package main

import "errors"

func mountDisk(string, int) error { return errors.New("small disks are supported on Linux only") }

func unmountDisk(string) {}
