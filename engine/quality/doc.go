// Package quality chooses how elaborately a window draws, by the time that its pictures take.
package quality
