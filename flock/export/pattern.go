package export

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// frameSlot matches a sequence of #, or a verb of printf. It does not match the % in 50%done.png.
var frameSlot = regexp.MustCompile(`#+|%[0-9]+d|%d($|[^a-zA-Z])`)

// Pattern replaces a verb of printf in a file name with a sequence of #. For example, frame_%04d.png becomes
// frame_####.png.
func Pattern(name string) (string, error) {
	dir, base := filepath.Split(name)
	slots := frameSlot.FindAllString(base, -1)
	if len(slots) > 1 {
		return "", fmt.Errorf("%s: contains several placeholders for the frame number; use one sequence of # or one %%04d", name)
	}
	if len(slots) == 0 || slots[0][0] == '#' {
		return name, nil
	}
	if slots[0][1] == 'd' {
		return dir + strings.Replace(base, "%d", "#", 1), nil
	}
	width, err := strconv.Atoi(slots[0][1 : len(slots[0])-1])
	if err != nil || slots[0][1] != '0' || width < 1 || width > 20 {
		return "", fmt.Errorf("%s: use #### or %%04d for the frame number, not %s", name, slots[0])
	}
	return dir + strings.Replace(base, slots[0], strings.Repeat("#", width), 1), nil
}
