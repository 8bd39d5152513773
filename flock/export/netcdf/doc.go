// Package netcdf writes files in the classic format of NetCDF with 64-bit offsets (CDF-2, see Unidata's
// "NetCDF Classic Format Specification"). One dimension has no fixed length, and its values are written
// record by record, so memory does not grow.
package netcdf
