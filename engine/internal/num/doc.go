// Package num holds small functions on float32 numbers and vectors.
package num
