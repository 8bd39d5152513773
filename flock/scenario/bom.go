package scenario

import "bytes"

// TrimBOM removes the UTF-8 byte order mark that some editors write.
func TrimBOM(text []byte) []byte { return bytes.TrimPrefix(text, []byte(byteOrderMark)) }

const byteOrderMark = "\ufeff"
