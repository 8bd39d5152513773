package flock

// Scenes are those of package model, which imports this one: the tests from outside
// lend them to those from inside.
var Scenes struct {
	Murmuration, Paper func() Def
	Crowd              func(n int, shape StartShape) Def
}

func DefaultDef() Def                      { return Scenes.Murmuration() }
func PaperDef() Def                        { return Scenes.Paper() }
func CrowdDef(n int, shape StartShape) Def { return Scenes.Crowd(n, shape) }
func DefaultParams() Params                { return DefaultDef().Params }
func PaperParams() Params                  { return PaperDef().Params }
func Specs() []Spec                        { p := DefaultParams(); return p.Specs() }

// put gives parameters values, by key.
func put(p *Params, pairs ...any) {
	for k := 0; k < len(pairs); k += 2 {
		if err := p.Set(pairs[k].(string), pairs[k+1]); err != nil {
			panic(err)
		}
	}
}
