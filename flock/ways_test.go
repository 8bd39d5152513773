package flock

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The table of the package comment is written from the table of the program, by "make guide".
func TestGuideListsTheWays(t *testing.T) {
	width := 0
	for _, way := range waysToPerceive() {
		if way.gives != "" {
			width = max(width, len(way.steer))
		}
	}
	var want strings.Builder
	for _, way := range waysToPerceive() {
		if way.gives != "" {
			fmt.Fprintf(&want, "//\t%-*s  %s\n", width, way.steer, way.gives)
		}
	}
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	const row = "//\tSteer("
	before, rest, _ := strings.Cut(string(text), row)
	table, after, found := strings.Cut(row+rest, "//\n")
	switch {
	case !found:
		t.Fatal("doc.go has no table of the methods Steer")
	case table == want.String():
	case os.Getenv("SKEIN_UPDATE_GUIDE") == "":
		t.Errorf("the table in doc.go differs; run \"make guide\"\ngot:\n%s\nwant:\n%s", table, want.String())
	default:
		if err := os.WriteFile("doc.go", []byte(before+want.String()+"//\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
