// Package ogawa writes Alembic files (.abc), whose container is called Ogawa.
//
// A [Writer] stores each sample immediately and remembers only its offset, so large samples need little
// memory. [Writer.Close] writes the tree of objects and properties.
//
// A file consists of a header of 16 bytes and of nodes. A node is either data, which consists of a size and
// bytes, or a group, which is a list of the offsets of nodes. The highest bit of an offset is 1 for data and
// 0 for a group. All numbers are little-endian. The root group has six nodes: the versions of the format and
// of the library, the group of the top object, the file's metadata, its time samplings, and metadata that
// headers share.
//
//   - An object is a group that contains the group of its properties, the groups of its children, and data
//     with the headers of the children and two hashes.
//   - A compound property is a group that contains the groups of its members, and data with their headers.
//   - An array is a list of samples, each of them a hash with the bytes, and dimensions, which are empty.
//   - A scalar is a list of samples without dimensions.
//
// The format is defined by the source code of Alembic (lib/Alembic/Ogawa and AbcCoreOgawa).
package ogawa
