// Package material holds the materials of birds and solids on the GPU: their textures, and the reflectance
// tables that pbr.glsl reads.
//
// Start reading in material.go. tables.go and sheen.go compute the tables.
package material
