// Package meshopt decodes the compressed buffer views of glTF files: the extensions
// EXT_meshopt_compression and KHR_meshopt_compression. See [Decode].
//
// The code follows the text of the two specifications, which describe the streams in appendix A
// and the filters in appendix B:
//   - https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Vendor/EXT_meshopt_compression
//   - https://github.com/KhronosGroup/glTF/tree/main/extensions/2.0/Khronos/KHR_meshopt_compression
//
// KHR_meshopt_compression adds version 1 of the attribute streams and the filter COLOR. This
// package reads both under either name.
//
// Start reading at decode.go. There is a file for each mode, and one for the filters.
package meshopt
