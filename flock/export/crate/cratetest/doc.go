// Package cratetest reads USD's binary files in tests. It follows the published format, shares no code with
// package crate, and checks the structure of the file. It reads the whole file into memory.
package cratetest
