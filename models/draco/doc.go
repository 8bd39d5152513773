// Package draco decodes triangle meshes compressed with Draco, bitstream version 2.2. glTF files contain them
// if they use the extension KHR_draco_mesh_compression. See [Decode].
//
// It follows the Draco Bitstream Specification, https://google.github.io/draco/spec/. The comments name its
// sections. Where the specification is silent, or differs from Google's decoder, this package does what the
// decoder does, and a comment says so. It decodes meshes with sequential or edgebreaker connectivity. It
// refuses point clouds, other versions, and the predictive edgebreaker traversal: the specification names
// this traversal but does not describe it.
//
// Terms: a corner is a vertex of one triangle; corners 3·t, 3·t+1 and 3·t+2 belong to triangle t. A vertex is
// what neighbouring corners share in the connectivity of one attribute. A value is an element of an
// attribute. A point is a vertex of the decoded mesh: a combination of one value of each attribute.
//
// Start reading at decode.go, which lists the steps. edgebreaker.go decodes the triangles, attributes.go the
// attributes, and rans.go the entropy code.
package draco
