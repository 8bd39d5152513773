// Package ogawatest reads Alembic files in tests. It is written from the published format (Alembic's
// AbcCoreOgawa), shares no code with package ogawa, and checks the structure of the file. It keeps the whole
// file in memory.
package ogawatest
