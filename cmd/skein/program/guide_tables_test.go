package program

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/list"
	"skein/cmd/skein/internal/words"
	"skein/engine/capture"
	"skein/flock/export"
	"skein/flock/formula"
	"skein/flock/look"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
	"skein/flock/metrics/pattern"
	"skein/flock/scenario"
	"skein/ui/guide"
	"skein/ui/guide/guidetest"
)

func TestGuideTables(t *testing.T) {
	guidetest.Table(t, "scenes", "scenes", sceneTable(t))
	guidetest.Table(t, "models", "models", must(t, "scenario", "models", "--markdown"))
	guidetest.Table(t, "commands", "commands", commandTable(t))
	guidetest.Table(t, "exporting", "formats", formatTable())
	guidetest.Table(t, "pictures", "outputs", outputTable())
	guidetest.Table(t, "measuring", "measures", measureTable())
	guidetest.Table(t, "measuring", "scorecard", rowTable(field.Rows()))
	pigeon, _ := field.SpeciesNamed("pigeon")
	guidetest.Table(t, "measuring", "pigeons", rowTable(pigeon.Rows()))
	jackdaw, _ := field.SpeciesNamed("jackdaw")
	guidetest.Table(t, "measuring", "jackdaws", rowTable(jackdaw.Rows()))
	guidetest.Table(t, "measuring", "leadership", rowTable(field.LeadRows()))
	guidetest.Table(t, "measuring", "patterns", patternTable())
	guidetest.Table(t, "parameters", "parameters", parameterTables(t))
	guidetest.Table(t, "settings", "settings", settingTables())
	guidetest.Table(t, "rules", "names", nameTable())
	guidetest.Table(t, "rules", "functions", functionTable())
	guidetest.Table(t, "things", "things", "```toml\n"+string(scenario.Reference())+"```")
}

func markdown(header string, rows [][]string) string {
	columns := strings.Split(header, ",")
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |\n|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, row := range rows {
		for _, cell := range row {
			b.WriteString("| " + guidetest.Escape(cell) + " ")
		}
		b.WriteString("|\n")
	}
	return b.String()
}

func nameTable() string {
	var rows [][]string
	for _, n := range formula.Names() {
		where := ""
		if n.OfNeighbour {
			where = "of a neighbour"
		}
		rows = append(rows, []string{code(n.Name), n.Unit, where, n.Doc})
	}
	return markdown("name,unit,,meaning", rows)
}

func functionTable() string {
	var rows [][]string
	for _, f := range formula.Functions() {
		rows = append(rows, []string{code(f.Usage), f.Doc})
	}
	return markdown("function,value", rows)
}

func code(text string) string { return "`" + text + "`" }

func sceneTable(t *testing.T) string {
	var rows [][]string
	for _, name := range scenario.Names() {
		s, err := scenario.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, []string{code(name), s.Description})
	}
	return markdown("scene,description", rows)
}

func commandTable(t *testing.T) string {
	var cli CLI
	parser, err := newParser(context.Background(), &cli, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, c := range parser.Model.Leaves(true) {
		name, _, _ := strings.Cut(c.FullPath(), " [")
		rows = append(rows, []string{code(strings.TrimSpace(name)), c.Help})
	}
	return markdown("command,purpose", rows)
}

func formatTable() string {
	var rows [][]string
	for _, f := range export.Formats() {
		name := f.Ending()
		if f.IsFolder() {
			name = "--to " + f.Name
		}
		rows = append(rows, []string{code(name), f.Title, f.Holds, f.ReadBy})
	}
	return markdown("format,name,contains,read by", rows)
}

func outputTable() string {
	var rows [][]string
	for _, f := range capture.Formats() {
		rows = append(rows, []string{code(f.Ending), f.Title, f.Holds, f.ReadBy})
	}
	return markdown("format,name,contains,read by", rows)
}

func measureTable() string {
	var rows [][]string
	for _, q := range metrics.Measures() {
		rows = append(rows, []string{code(q.Key), q.Unit, q.Definition})
	}
	return markdown("measure,unit,meaning", rows)
}

func rowTable(all []field.Row) string {
	var rows [][]string
	for _, r := range all {
		number := ""
		if r.Number > 0 {
			number = fmt.Sprint(r.Number)
		}
		rows = append(rows, []string{number, words.WithUnit(r.Name, r.Unit), r.Doc, r.Published, r.Source})
	}
	return markdown("row,measure,definition,published,source", rows)
}

func patternTable() string {
	var rows [][]string
	for _, d := range pattern.Definitions() {
		begins, ends := fmt.Sprintf("at least %g", d.Begins), fmt.Sprintf("below %g", d.Ends)
		if d.Begins < d.Ends {
			begins, ends = fmt.Sprintf("at most %g", d.Begins), fmt.Sprintf("above %g", d.Ends)
		}
		least := fmt.Sprintf("%g s", d.Lasts)
		if d.Lasts == 0 {
			least = ""
		}
		rows = append(rows, []string{string(d.Kind), d.Seen, words.WithUnit(d.Measure, d.Unit), begins, ends, least, d.Birds})
	}
	return markdown("pattern,what one sees,measure,begins,ends,lasts at least,birds that take part", rows)
}

func parameterTables(t *testing.T) string {
	all, err := (&list.ListParams{}).Rows()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for from := 0; from < len(all); {
		to := from
		var rows [][]string
		for ; to < len(all) && all[to].Group == all[from].Group; to++ {
			r := &all[to]
			rows = append(rows, []string{code(r.Key), defaultOf(r), r.Range, r.Doc})
		}
		fmt.Fprintf(&b, "## %s\n\n%s\n", all[from].Group, markdown("parameter,default,range,meaning", rows))
		from = to
	}
	return b.String()
}

func defaultOf(r *list.ParamRow) string {
	for _, name := range scenario.Names() {
		if v, ok := r.Scenes[name]; ok {
			return list.ParamValue(v)
		}
	}
	return ""
}

func settingTables() string {
	sections := map[string][][]string{}
	defaults := look.Default()
	for _, s := range look.Settings() {
		values := strings.Join(s.Options, ", ")
		if s.Min < s.Max {
			values = strings.TrimSpace(fmt.Sprintf("%g to %g %s", s.Min, s.Max, s.Unit))
		}
		sections[s.Section] = append(sections[s.Section], []string{code(s.Key), list.SettingText(s.Value(&defaults)), values, s.Doc})
	}
	var b strings.Builder
	for _, section := range []string{"camera", "light", "show"} {
		fmt.Fprintf(&b, "## [%s]\n\n%s\n", section, markdown("setting,default,values,meaning", sections[section]))
	}
	return b.String()
}

func TestGuideListsTheColumns(t *testing.T) {
	dir := t.TempDir()
	rec, table := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "run.csv")
	must(t, "record", "murmuration", "--count", "2", "--seconds", "0.1", "-o", rec, "-q")
	must(t, "export", rec, "-o", table, "-q")
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	want, _, _ := strings.Cut(string(text), "\n")
	page, _ := guide.Find("exporting")
	_, columns, _ := strings.Cut(page.Source, "<!-- columns -->")
	var have []string
	for _, row := range tableRows(columns, "| column |") {
		have = append(have, strings.NewReplacer("`", "", " ", "").Replace(row[0]))
	}
	if got := strings.Join(have, ","); got != want {
		t.Errorf("exporting.md lists the columns\n%s\nthe table has\n%s", got, want)
	}
}

func TestPagesAndCommandsDiffer(t *testing.T) {
	for _, page := range guide.Pages() {
		if slices.Contains(commandNames(), page.Name) {
			t.Errorf("the page %s has the name of a command", page.Name)
		}
	}
}

func TestCommandNames(t *testing.T) {
	var cli CLI
	parser, err := newParser(context.Background(), &cli, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, c := range parser.Model.Children {
		want = append(want, c.Name)
	}
	if got := commandNames(); !slices.Equal(got, want) {
		t.Errorf("the commands are %v, want %v", got, want)
	}
}

func TestHelpDescribesFlags(t *testing.T) {
	var cli CLI
	parser, err := newParser(context.Background(), &cli, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range parser.Model.Leaves(true) {
		for _, flag := range c.Flags {
			if flag.Help == "" {
				t.Errorf("%s: the flag --%s has no text", c.FullPath(), flag.Name)
			}
		}
		for _, arg := range c.Positional {
			if arg.Help == "" {
				t.Errorf("%s: the argument %s has no text", c.FullPath(), arg.Name)
			}
		}
	}
}

func TestHelpPrintsPages(t *testing.T) {
	all := must(t, "help")
	for _, page := range guide.Pages() {
		if !strings.Contains(all, "    "+page.Name+" ") {
			t.Errorf("skein help does not list the page %s", page.Name)
		}
		if text := must(t, "help", page.Name); !strings.HasPrefix(text, page.Title+"\n==") {
			t.Errorf("skein help %s does not begin with the page's title:\n%s", page.Name, text)
		}
	}
	if text := must(t, "help", "glossary"); !strings.Contains(text, "eccentricity") {
		t.Errorf("skein help glossary does not list eccentricity:\n%s", text)
	}
	if text := must(t, "help", "ledger"); !strings.HasPrefix(text, "Ledger\n--") || !strings.Contains(text, "skein help why") {
		t.Errorf("skein help ledger does not print the term with a pointer to skein help why:\n%s", text)
	}
	if text := must(t, "help", "random", "draw"); !strings.HasPrefix(text, "random draw\n--") {
		t.Errorf("skein help random draw does not print the term:\n%s", text)
	}
	if text := must(t, "help", "leader"); !strings.Contains(text, "breaks away") {
		t.Errorf("help leader prints %s", text)
	}
	if text := must(t, "help", "slurm"); !strings.Contains(text, "--slurm 16") {
		t.Errorf("help slurm prints %s", text)
	}
	if code, _, msg := skein("help", "glosary"); code != exitUsage || !strings.Contains(msg, `did you mean "glossary"`) {
		t.Errorf("help glosary: exit code %d, message %q; want a usage error that proposes glossary", code, msg)
	}
}

// The architecture page lists every package. Every package and file that it lists exists.
func TestArchitecturePage(t *testing.T) {
	page, _ := guide.Find("architecture")
	packages := listPackages(t, "skein/...", "", []string{"CGO_ENABLED=1"})
	var patterns []string
	for _, row := range tableRows(page.Source, "| layer |") {
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			patterns = append(patterns, "skein/"+m[1])
		}
		if len(patterns) == 0 {
			t.Fatalf("the row %v lists no package", row)
		}
		checkNames(t, row[1], row[4])
	}
	for _, p := range packages {
		if !slices.ContainsFunc(patterns, func(pattern string) bool { return matches(pattern, p.ImportPath) }) {
			t.Errorf("architecture.md does not list %s", p.ImportPath)
		}
	}
	for _, pattern := range patterns {
		if !slices.ContainsFunc(packages, func(p pkg) bool { return matches(pattern, p.ImportPath) }) {
			t.Errorf("architecture.md lists %s, which is not a package", pattern)
		}
	}
	for _, row := range tableRows(page.Source, "| to add a |") {
		checkNames(t, "", row[1])
	}
}

// checkNames checks that each file or folder in backquotes exists. A name is relative to one of the
// packages, to a folder named earlier, or to the root.
func checkNames(t *testing.T, packages, text string) {
	t.Helper()
	folders, names := []string{""}, regexp.MustCompile("`([^` ]+)`")
	for _, m := range names.FindAllStringSubmatch(packages, -1) {
		folders = append(folders, strings.TrimSuffix(m[1], "/..."))
	}
	for _, m := range names.FindAllStringSubmatch(text, -1) {
		name, found := m[1], false
		for _, dir := range folders {
			matched, err := filepath.Glob(filepath.Join("../../..", dir, name))
			found = found || err == nil && len(matched) > 0
		}
		if !found && strings.ContainsAny(name, "./") && !strings.HasPrefix(name, ".") {
			t.Errorf("architecture.md names %s, which does not exist", name)
		}
		folders = append(folders, name, filepath.Dir(name))
	}
}

func tableRows(source, header string) (rows [][]string) {
	_, table, _ := strings.Cut(source, header)
	for _, line := range strings.Split(table, "\n")[2:] {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.Trim(line, "| "), "|")
		for k := range cells {
			cells[k] = strings.TrimSpace(cells[k])
		}
		rows = append(rows, cells)
	}
	return rows
}

func TestArchitecturePageFollowsTheLaw(t *testing.T) {
	page, _ := guide.Find("architecture")
	for _, row := range tableRows(page.Source, "| layer |") {
		names := regexp.MustCompile("`([^`]+)`")
		for _, m := range names.FindAllStringSubmatch(row[1], -1) {
			imports, known := allowed("skein/" + strings.TrimSuffix(m[1], "/..."))
			for _, imported := range names.FindAllStringSubmatch(row[3], -1) {
				path := "skein/" + imported[1]
				if known && !anyMatches(imports, path) && !strings.Contains(imports, path) {
					t.Errorf("architecture.md lets %s import %s; the law says %q", m[1], imported[1], imports)
				}
			}
		}
	}
}
