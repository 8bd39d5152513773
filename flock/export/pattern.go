package export

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// slot is where a frame's number stands in a file's name: as skein has it, or as
// printf does. (50%done.png has none.)
var slot = regexp.MustCompile(`#+|%[0-9]+d|%d($|[^a-zA-Z])`)

// Pattern is a file's name with #s for a frame's number, which may have been written
// as other programs do: frame_%04d.png is frame_####.png.
func Pattern(name string) (string, error) {
	dir, base := filepath.Split(name)
	slots := slot.FindAllString(base, -1)
	if len(slots) > 1 {
		return "", fmt.Errorf("%s: want one run of # or one %%04d, for the frame's number", name)
	}
	if len(slots) == 0 || slots[0][0] == '#' {
		return name, nil
	}
	if slots[0][1] == 'd' {
		return dir + strings.Replace(base, "%d", "#", 1), nil
	}
	width, err := strconv.Atoi(slots[0][1 : len(slots[0])-1])
	if err != nil || slots[0][1] != '0' || width < 1 || width > 20 {
		return "", fmt.Errorf("%s: want #### or %%04d for the frame's number, not %s", name, slots[0])
	}
	return dir + strings.Replace(base, slots[0], strings.Repeat("#", width), 1), nil
}
