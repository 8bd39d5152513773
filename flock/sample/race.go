//go:build race

package sample

const underRace = true
