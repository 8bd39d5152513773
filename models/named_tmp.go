package models

// Builtins are names.
func Builtins() []string { return []string{"starling"} }
