// Package samples makes sound glTF files of every kind that package models
// reads, by chance from a seed, and says by an evaluation of its own, plain and
// slow, where their vertices are: the truth that tests compare with. It shares
// no code with package models nor with the library that reads files there.
package samples
