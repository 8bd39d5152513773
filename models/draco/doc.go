// Package draco decodes triangle meshes that are compressed with Draco, bitstream version 2.2, as glTF files
// hold them in the extension KHR_draco_mesh_compression. See [Decode].
//
// It is written from the Draco Bitstream Specification, https://google.github.io/draco/spec/, whose sections
// the comments name. Where the specification is silent or differs from Google's decoder, the comments say so
// and this package does what that decoder does. It decodes meshes only, with sequential or edgebreaker
// connectivity. It refuses point clouds, other versions, and the predictive edgebreaker traversal, which the
// specification names but does not describe.
//
// Terms: a corner is a vertex of one triangle; corners 3·t, 3·t+1 and 3·t+2 belong to triangle t. A vertex is
// what neighbouring corners share in the connectivity of one attribute. A value is an element of an
// attribute. A point is a vertex of the decoded mesh: a combination of one value of each attribute.
//
// Start reading at decode.go, which lists the steps. edgebreaker.go decodes the triangles, attributes.go the
// attributes, and rans.go the entropy code.
package draco
