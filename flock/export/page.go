package export

import (
	"context"
	"errors"
	"io"

	"skein/flock/whole"
)

func writePage(ctx context.Context, path string, s *Source) error {
	if s.o.Page == nil {
		return errors.New("html: no function that writes a page is set in the options")
	}
	return whole.Stream(path, s.o.Force, func(to io.Writer) error { return s.o.Page(ctx, to, s) })
}
