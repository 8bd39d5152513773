package export

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"skein/ui/guide/guidetest"
)

// The guide lists the columns of tables as the code declares them.
func TestGuideListsTheColumns(t *testing.T) {
	listColumns(t, "columns", tableColumns())
	listColumns(t, "camera columns", columnsOf(reflect.TypeFor[cameraRow]()))
}

func listColumns(t *testing.T, table string, all []tableColumn) {
	t.Helper()
	var b strings.Builder
	b.WriteString("| column | meaning | unit |\n|---|---|---|\n")
	for len(all) > 0 {
		c, names := all[0], "`"+all[0].name+"`"
		for all = all[1:]; len(all) > 0 && all[0].doc == ""; all = all[1:] {
			if all[0].unit != c.unit {
				t.Errorf("%s has the unit %q, but %s, which it continues, has %q", all[0].name, all[0].unit, c.name, c.unit)
			}
			names += ", `" + all[0].name + "`"
		}
		unit := c.unit
		if c.kind == reflect.Bool {
			unit = "0 or 1"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", names, guidetest.Escape(c.doc), unit)
	}
	guidetest.Table(t, "exporting", table, strings.ReplaceAll(b.String(), "|  |", "| |"))
}
