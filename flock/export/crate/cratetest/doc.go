// Package cratetest reads USD's binary files in tests. It is written from the published format, shares no
// code with package crate, and checks the structure of the file. It keeps the whole file in memory.
package cratetest
