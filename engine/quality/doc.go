// Package quality chooses the drawing quality of a window. It decides by the time that the pictures take.
package quality
