// Package netcdf writes files in the classic format of NetCDF with 64-bit offsets (CDF-2), as Unidata's
// "NetCDF Classic Format Specification" defines it. A file has one dimension without a fixed length, whose
// values are written record by record, so it needs no memory for the whole file.
package netcdf
