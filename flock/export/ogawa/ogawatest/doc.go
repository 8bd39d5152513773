// Package ogawatest reads Alembic files in tests. It follows the published format (Alembic's AbcCoreOgawa),
// shares no code with package ogawa, and checks the structure of the file. It reads the whole file into
// memory.
package ogawatest
