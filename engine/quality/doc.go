// Package quality chooses how elaborately a window draws, from the time that its pictures take.
package quality
