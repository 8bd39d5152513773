package export

import (
	"context"
	"io"

	"skein/flock/whole"
)

// writePage writes a web page.
func writePage(ctx context.Context, path string, s *Source) error {
	return whole.Stream(path, s.o.Force, func(to io.Writer) error { return s.o.Page(ctx, to, s) })
}
