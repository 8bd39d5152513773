// Package crate writes USD's binary files (.usdc), whose format is called crate.
//
// A [Writer] stores a value immediately and returns its [Rep], which refers to the stored value. Only the
// reps, the paths and the names stay in memory until [Writer.Close], so a layer with large samples needs
// little memory.
//
// A file consists of a header of 88 bytes, the values, six sections, and a table of contents:
//
//   - TOKENS has the text of all names, and STRINGS has the indices of the tokens that are strings.
//   - FIELDS has pairs of a name and a rep, and FIELDSETS has lists of fields, each ended by -1.
//   - PATHS has the tree of all prims and properties.
//   - SPECS has a path, a list of fields and a [SpecType] for each prim and property.
//
// All numbers are little-endian. The sections are compressed lists of integers; see compressInts. Files have
// version 0.8.0, which all readers since 2018 support. The format is defined by the source code of OpenUSD
// (pxr/usd/usd/crateFile.h and integerCoding.cpp).
package crate
