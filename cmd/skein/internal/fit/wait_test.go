package fit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/farm"
)

// A shard that waits prints one message about the missing file. It continues when the file exists.
func TestFitReportsMissingShards(t *testing.T) {
	s := &fitSearch{folder: t.TempDir(), shard: farm.Shard{K: 1, Last: 1, N: 2}}
	messages := make(chan string, 9)
	s.say = func(format string, args ...any) { messages <- fmt.Sprintf(format, args...) }
	write := func(k int) {
		// Rename the file, so that it appears complete, like a file of another shard.
		beside, name := filepath.Join(s.folder, "beside"), filepath.Join(s.folder, tryName(7, k)+".json")
		if err := errors.Join(os.WriteFile(beside, []byte(`{"cost":0.5}`), 0o644), os.Rename(beside, name)); err != nil {
			t.Error(err)
		}
	}
	costs := []float64{0.25, 0, 0.125, 0}
	ended := make(chan error, 1)
	clock := &fitClock{bar: console.NewProgress(&console.Console{Quiet: true}, "fitting", 4)}
	go func() { ended <- s.gather(t.Context(), 7, costs, clock) }()
	if line := <-messages; !strings.Contains(line, "waiting for 00007-002.json from shard 2/2") {
		t.Error(line)
	}
	write(1)
	time.Sleep(300 * time.Millisecond) // gives the shard time to wait for the second file; if it has not begun to wait by then, the test still passes
	write(3)
	if err := <-ended; err != nil || !slices.Equal(costs, []float64{0.25, 0.5, 0.125, 0.5}) || len(messages) > 0 {
		t.Errorf("error %v, costs %v, %d more lines; want no error, four costs and no more lines", costs, err, len(messages))
	}
}
