// Package sky computes the sky for the light of a frame: its map of colours, the light that it gives to
// everything else, and the noise of its clouds. It keeps these in textures until the sky changes. Package
// render draws the sky.
//
// Start reading at [Sky.Update] in sky.go, then kinds.go and cloudnoise.go.
package sky
