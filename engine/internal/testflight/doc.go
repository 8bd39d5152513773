// Package testflight makes small recorded flights for tests.
package testflight
