package flock

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// interfacesOfRules returns the methods of each interface that the sources declare, such as
// "Steer(me *Self) Vec".
func interfacesOfRules(t *testing.T) (all [][]string) {
	t.Helper()
	files, err := filepath.Glob("rule*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if face, ok := n.(*ast.InterfaceType); ok {
				var methods []string
				for _, m := range face.Methods.List {
					var text bytes.Buffer
					if err := format.Node(&text, fset, m.Type); err == nil && len(m.Names) == 1 {
						methods = append(methods, m.Names[0].Name+strings.ReplaceAll(strings.TrimPrefix(text.String(), "func"), "vec.Vec", "Vec"))
					}
				}
				all = append(all, methods)
			}
			return true
		})
	}
	return all
}

// The table's declarations are those of the interfaces that rules implement.
func TestWaysHaveTheDeclarationsOfTheirInterfaces(t *testing.T) {
	all := interfacesOfRules(t)
	for _, way := range waysToPerceive() {
		if !slices.ContainsFunc(all, func(methods []string) bool {
			return slices.Contains(methods, way.steer) && (way.method == "" ||
				slices.ContainsFunc(methods, func(m string) bool { return strings.HasPrefix(m, way.method+"(") }))
		}) {
			t.Errorf("no interface has the methods %s of the table", way.methods())
		}
	}
}

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
