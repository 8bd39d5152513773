// Package birds holds bird models on the GPU with their levels of detail. It groups the birds of a
// view by how they are drawn. Package render draws them.
//
// Start reading in mesh.go (a model), then crowd.go (the birds of a view) and levelfades.go
// (changes of the level of detail).
package birds
