//go:build !race

package sample

const underRace = false
