// Package draco decodes triangle meshes compressed with Draco, bitstream version 2.2. glTF files
// contain them if they use the extension KHR_draco_mesh_compression. See [Decode].
//
// It follows the Draco Bitstream Specification, https://google.github.io/draco/spec/. Comments name
// the sections of this specification. Where the specification lacks a detail or differs from
// Google's decoder, this package follows the decoder, and a comment says so. It decodes meshes with
// sequential or edgebreaker connectivity. It refuses point clouds, other versions, and the
// predictive edgebreaker traversal, which the specification names but does not describe.
//
// Terms: a corner is a vertex of one triangle; corners 3·t, 3·t+1 and 3·t+2 belong to triangle t.
// In the connectivity of one attribute, neighbouring corners share a vertex. A value is an element
// of an attribute. A point is a vertex of the decoded mesh: a combination of one value of each
// attribute.
//
// Start reading at decode.go, which lists the steps. edgebreaker.go decodes the triangles,
// attributes.go the attributes, and rans.go the entropy code.
package draco
