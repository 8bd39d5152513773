package program

import (
	"encoding/json"
	"strings"
	"testing"

	"skein/cmd/skein/internal/list"
	"skein/flock/model"
)

func TestScenarioModels(t *testing.T) {
	var rows []list.ModelRow
	if err := json.Unmarshal([]byte(must(t, "scenario", "models", "--json")), &rows); err != nil {
		t.Fatal(err)
	}
	text, table := must(t, "scenario", "models"), must(t, "scenario", "models", "--markdown")
	if len(rows) != len(model.All()) {
		t.Fatalf("the list has %d models, want %d", len(rows), len(model.All()))
	}
	for k, m := range model.All() {
		row := rows[k]
		if row.Name != m.Name() || len(row.Rules) != len(m.Rules()) || row.Title == "" || row.Source == "" {
			t.Errorf("row %d is %+v", k, row)
		}
		for _, r := range row.Rules {
			if !strings.Contains(text, r.Name) || !strings.Contains(table, "\n| "+r.Name+" | "+r.Source+" |") {
				t.Errorf("%s: the rule %s is not listed", m.Name(), r.Name)
			}
		}
		for _, name := range row.Neighbourhoods {
			if !strings.Contains(text, name) || !strings.Contains(table, "`"+name+"`") {
				t.Errorf("%s: the neighbourhood %s is not listed", m.Name(), name)
			}
		}
	}
	at := map[string]string{"separation": "●", "gust": "○", "ground": "●"} // the rule gust does not belong to the model, but shares a parameter with it
	for _, r := range rows[0].Rules {
		if want, ok := at[r.Name]; ok && r.Mark() != want {
			t.Errorf("%s is marked %s, want %s", r.Name, r.Mark(), want)
		}
	}
	if rows[0].Name != "hartman" || !rows[0].Leadership || rows[0].Neighbourhood != "sphere" {
		t.Errorf("the first model is %+v, want hartman with leadership and the neighbourhood sphere", rows[0])
	}
}
