package program

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/doc/comment"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strings"
	"testing"
)

// docLink matches a link of a comment to an exported name: a name in brackets, with the name of its package
// or type before it.
var docLink = regexp.MustCompile(`(?m)(?:^|[\s(])\[\*?(?:([a-z]\w*)\.)?([A-Z]\w*(?:\.[A-Z]\w*)?)\](?:[\s.,:;)']|$)`)

// Links in comments to names of this module lead to names that exist. A link to another package of this
// module needs an import in the same package, as in go doc.
func TestCommentsLinkToNamesThatExist(t *testing.T) {
	files, set := sourceFiles(t)
	names, imports := map[string]bool{}, map[string]string{}
	for _, f := range files {
		folder := "skein/" + path.Dir(f.path)
		collectNames(f.File, func(name string) { names[folder+" "+name] = true })
		for _, s := range f.Imports {
			imported := strings.Trim(s.Path.Value, `"`)
			local := path.Base(imported)
			if s.Name != nil {
				local = s.Name.Name
			}
			imports[folder+" "+local] = imported
		}
	}
	links := 0
	for _, f := range files {
		folder := "skein/" + path.Dir(f.path)
		for _, g := range f.Comments {
			for _, m := range docLink.FindAllStringSubmatch(g.Text(), -1) {
				in, known := folder, true
				if m[1] != "" {
					if in = imports[folder+" "+m[1]]; in == "" {
						in, known = comment.DefaultLookupPackage(m[1])
					}
				}
				links++
				if !known || strings.HasPrefix(in, "skein/") && !names[in+" "+m[2]] {
					t.Errorf("%s: the comment links to %s, which does not exist", set.Position(g.Pos()), strings.Trim(m[1]+"."+m[2], "."))
				}
			}
		}
	}
	if links < 100 {
		t.Errorf("found only %d links, want at least 100", links)
	}
}

// collectNames calls add with the names that a file declares: Name, and Type.Name for methods and fields.
func collectNames(f *ast.File, add func(name string)) {
	fields := func(of string, list *ast.FieldList) {
		for _, field := range list.List {
			for _, name := range field.Names {
				add(of + "." + name.Name)
			}
			if id, ok := embedded(field); ok {
				add(of + "." + id)
			}
		}
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				add(d.Name.Name)
			} else if of, ok := embedded(d.Recv.List[0]); ok {
				add(of + "." + d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					add(s.Name.Name)
					switch of := s.Type.(type) {
					case *ast.StructType:
						fields(s.Name.Name, of.Fields)
					case *ast.InterfaceType:
						fields(s.Name.Name, of.Methods)
					}
				case *ast.ValueSpec:
					for _, name := range s.Names {
						add(name.Name)
					}
				}
			}
		}
	}
}

// embedded returns the name of the type of a field or receiver.
func embedded(f *ast.Field) (name string, ok bool) {
	e := f.Type
	for {
		switch of := e.(type) {
		case *ast.StarExpr:
			e = of.X
		case *ast.IndexExpr:
			e = of.X
		case *ast.IndexListExpr:
			e = of.X
		case *ast.SelectorExpr:
			return of.Sel.Name, true
		case *ast.Ident:
			return of.Name, true
		default:
			return "", false
		}
	}
}

// Random numbers for different purposes are independent, so no two constants of type vec.Purpose have the
// same value.
func TestPurposesDiffer(t *testing.T) {
	files, set := sourceFiles(t)
	owner := map[string]string{}
	for _, f := range files {
		if f.isTest() {
			continue
		}
		for _, d := range f.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			var text bytes.Buffer
			if err := printer.Fprint(&text, set, group); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(text.String(), "vec.Purpose") {
				continue
			}
			for name, value := range purposesIn(t, text.String()) {
				if other := owner[value]; other != "" {
					t.Errorf("%s: %s is %s, like %s", set.Position(group.Pos()), name, value, other)
				}
				owner[value] = path.Dir(f.path) + "." + name
			}
		}
	}
	if len(owner) < 20 {
		t.Errorf("found only %d purposes, want at least 20", len(owner))
	}
}

// purposesIn returns the values of the constants of type vec.Purpose in a declaration, by name.
func purposesIn(t *testing.T, declaration string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", "package p; type Purpose uint64; "+strings.ReplaceAll(declaration, "vec.Purpose", "Purpose"), 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(types.Config).Check("p", set, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range p.Scope().Names() {
		if c, ok := p.Scope().Lookup(name).(*types.Const); ok && types.TypeString(c.Type(), nil) == "p.Purpose" {
			all[name] = constant.ToInt(c.Val()).ExactString()
		}
	}
	return all
}
