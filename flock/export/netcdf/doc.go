// Package netcdf writes files in the classic format of NetCDF with 64-bit offsets (CDF-2, see Unidata's
// "NetCDF Classic Format Specification"). One dimension has no fixed length. Its values are written record by
// record, so that the memory does not grow with the file.
package netcdf
