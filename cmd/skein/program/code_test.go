package program

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/exp/shiny/iconvg"
)

type sourceFile struct {
	path string // path relative to the root of the repository, with slashes
	*ast.File
}

func (f *sourceFile) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

func sourceFiles(t *testing.T) (files []sourceFile, set *token.FileSet) {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	set = token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			if d != nil && d.IsDir() && err == nil {
				return filepath.SkipDir
			}
			return err
		}
		if d.IsDir() || filepath.Ext(path) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		files = append(files, sourceFile{filepath.ToSlash(name), parsed})
		return err
	})
	if err != nil || len(files) < 1000 {
		t.Fatalf("found %d Go files (error %v), want at least 1000", len(files), err)
	}
	return files, set
}

type declaration struct {
	name *ast.Ident
	doc  *ast.CommentGroup
}

// exportedNames returns the exported names of a file: functions, methods, types, variables and constants. If
// a constant or variable in a group has no comment, it gets the comment of the group.
func exportedNames(f *sourceFile) (all []declaration) {
	add := func(name *ast.Ident, docs ...*ast.CommentGroup) {
		if !name.IsExported() {
			return
		}
		var doc *ast.CommentGroup
		for _, d := range docs {
			if doc == nil {
				doc = d
			}
		}
		all = append(all, declaration{name, doc})
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(d.Name, d.Doc)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					add(s.Name, s.Doc, d.Doc)
				case *ast.ValueSpec:
					if d.Tok == token.CONST && d.Lparen.IsValid() {
						continue // an enumeration may contain values that are not used
					}
					for _, name := range s.Names {
						add(name, s.Doc, s.Comment, d.Doc)
					}
				}
			}
		}
	}
	return all
}

// calledFromOutside lists exported methods that only other modules call, by reflection or through interfaces.
var calledFromOutside = []string{
	"Run", "Help", "BeforeReset", "AfterApply", "Decode", "Scan", "Validate", // called by kong
	"UnmarshalText", "MarshalText", "UnmarshalJSON", "MarshalJSON", "GobEncode", "GobDecode", // called by packages that encode and decode
	"Error", "Unwrap", "Is", "As", "Timeout", "Format", "GoString", // called by packages errors and fmt
	"Read", "Write", "Seek", "ReadAt", "WriteAt", "Close", "ReadByte", "Sys", "Mode", "ModTime", "ColorModel", "Less", "Swap", "Push", "Pop",
}

// isCalledFromOutside reports whether only other modules call methods with this name.
func isCalledFromOutside(name string) bool {
	_, drawn := reflect.TypeFor[iconvg.Destination]().MethodByName(name)
	return drawn || slices.Contains(calledFromOutside, name)
}

func TestExportedNamesAreUsed(t *testing.T) {
	files, set := sourceFiles(t)
	uses := map[string]int{}
	for _, f := range files {
		ast.Inspect(f.File, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				uses[id.Name]++
			}
			return true
		})
	}
	declared := map[string]int{}
	for _, f := range files {
		for _, d := range exportedNames(&f) {
			declared[d.name.Name]++
		}
	}
	for _, f := range files {
		if f.isTest() {
			continue
		}
		for _, d := range exportedNames(&f) {
			name := d.name.Name
			if uses[name] <= declared[name] && !isCalledFromOutside(name) {
				t.Errorf("%s: %s is never used; delete it", set.Position(d.name.Pos()), name)
			}
		}
	}
}

// The comment of a function, method or type begins with its name, as go doc expects. The comment of a test
// may instead be any sentence, if it does not begin with the name of another test.
func TestCommentsBeginWithTheName(t *testing.T) {
	files, set := sourceFiles(t)
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				checkComment(t, set, d.Name, d.Doc, f.isTest() && runsAsTest.MatchString(d.Name.Name))
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok {
						doc := s.Doc
						if doc == nil && !d.Lparen.IsValid() {
							doc = d.Doc
						}
						checkComment(t, set, s.Name, doc, false)
					}
				}
			}
		}
	}
}

// runsAsTest matches the names of functions that go test calls.
var runsAsTest = regexp.MustCompile(`^(Test|Benchmark|Fuzz|Example)([^a-z]|$)`)

func checkComment(t *testing.T, set *token.FileSet, name *ast.Ident, doc *ast.CommentGroup, sentence bool) {
	t.Helper()
	if doc == nil || doc.Text() == "" { // a directive, such as //export, has no text
		return
	}
	first := strings.Fields(doc.Text())[0]
	first = strings.TrimSuffix(strings.TrimRight(first, ".,:;"), "'s")
	switch {
	case first == name.Name || first == "A" || first == "An" || first == "Deprecated":
	case sentence && !runsAsTest.MatchString(first):
	default:
		t.Errorf("%s: the comment of %s begins with %q, want the name", set.Position(name.Pos()), name.Name, first)
	}
}

// Every Go file that a comment names exists, in the folder of the comment or relative to the root.
func TestCommentsNameFilesThatExist(t *testing.T) {
	files, set := sourceFiles(t)
	exists := map[string]bool{}
	for _, f := range files {
		exists[f.path] = true
	}
	word := regexp.MustCompile(`[\w/-]*\w\.go\b`)
	named := 0
	for _, f := range files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				for _, name := range word.FindAllString(c.Text, -1) {
					named++
					if !exists[name] && !exists[path.Join(path.Dir(f.path), name)] && !strings.Contains(c.Text, "pkg.go.dev") {
						t.Errorf("%s: the comment names %s, which does not exist", set.Position(c.Pos()), name)
					}
				}
			}
		}
	}
	if named < 20 {
		t.Errorf("found only %d names of files in comments, want at least 20", named)
	}
}

// A line that is a comment has at most 110 characters, counting a tab as 4. Examples of code and
// web addresses may be longer.
func TestCommentsAreWrapped(t *testing.T) {
	const most = 110
	files, _ := sourceFiles(t)
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", f.path))
		if err != nil {
			t.Fatal(err)
		}
		for n, line := range strings.Split(string(data), "\n") {
			comment := strings.HasPrefix(strings.TrimLeft(line, "\t"), "// ") && !strings.Contains(line, "://")
			if long := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); comment && long > most {
				t.Errorf("%s:%d: the comment has %d characters; wrap it", f.path, n+1, long)
			}
		}
	}
}

// Only generated files and tests may have more than 400 lines.
func TestFilesAreShort(t *testing.T) {
	const most = 400
	files, set := sourceFiles(t)
	for _, f := range files {
		if n := set.File(f.Package).LineCount(); n > most+1 && !f.isTest() && !ast.IsGenerated(f.File) {
			t.Errorf("%s has %d lines; split it", f.path, n-1)
		}
	}
}

// Every file belongs to some build. Every package is a program or is imported by another package.
func TestNoDeadPackages(t *testing.T) {
	files, _ := sourceFiles(t)
	imported := map[string]bool{}
	for _, f := range files {
		for _, s := range f.Imports {
			imported[strings.Trim(s.Path.Value, `"`)] = true
		}
	}
	for _, f := range files {
		path := "skein/" + filepath.ToSlash(filepath.Dir(f.path))
		if !f.isTest() && f.Name.Name != "main" && !imported[path] {
			t.Errorf("%s: no package imports %s; delete it", f.path, path)
		}
		for _, g := range f.Comments {
			if g.Pos() > f.Package {
				break
			}
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, "//go:build ignore") {
					t.Errorf("%s is in no build", f.path)
				}
			}
		}
	}
}
