package tracks

import (
	"slices"
	"strings"
	"testing"

	"skein/flock/param"
)

func TestSpeciesNames(t *testing.T) {
	long := strings.Repeat("corvus monedula ", 20)
	names := speciesNames([]string{"Corvus monedula", "corvus-monedula", "", "2 hawks", long, long + "b", "9" + long})
	if want := []string{"corvus_monedula", "corvus_monedula_2", "bird", "bird_2_hawks"}; !slices.Equal(names[:4], want) {
		t.Errorf("the names are %q, want %q", names[:4], want)
	}
	for k, name := range names {
		if !param.IsName(name) || slices.Index(names, name) != k {
			t.Errorf("%q is not a valid name, or occurs twice", name)
		}
	}
}
