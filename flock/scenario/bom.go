package scenario

import "bytes"

// TrimBOM returns a text without the UTF-8 byte order mark that some editors begin files
// with.
func TrimBOM(text []byte) []byte { return bytes.TrimPrefix(text, []byte(byteOrderMark)) }

const byteOrderMark = "\ufeff"
