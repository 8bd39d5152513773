package fly

import (
	"strings"
	"testing"
)

func TestUnknownTier(t *testing.T) {
	_, err := (&Options{Scene: "paper", Tier: "bset"}).LoadScene()
	if err == nil || !strings.Contains(err.Error(), "--tier bset: must be one of auto, draft, good, best") {
		t.Errorf("said: %v", err)
	}
}
