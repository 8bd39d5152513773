package export

import (
	"strconv"
	"strings"

	"skein/flock/export/decimals"
)

func (d *usdDeclaration) appendText(row []byte, value any) []byte {
	switch v := value.(type) {
	case string:
		return append(row, d.quoted(v)...)
	case []string:
		row = append(row, '[')
		for k, s := range v {
			row = append(comma(row, k), d.quoted(s)...)
		}
		return append(row, ']')
	case bool:
		if v {
			return append(row, '1')
		}
		return append(row, '0')
	case int:
		return strconv.AppendInt(row, int64(v), 10)
	case []int:
		row = append(row, '[')
		for k, x := range v {
			row = strconv.AppendInt(comma(row, k), int64(x), 10)
		}
		return append(row, ']')
	}
	return d.appendNumbers(row, value.(usdNumbers))
}

func (d *usdDeclaration) appendNumbers(row []byte, n usdNumbers) []byte {
	width := d.number.Width()
	if d.array {
		row = append(row, '[')
	}
	for k := 0; k < len(n.all); k += width {
		row = comma(row, k)
		if width == 1 {
			row = appendNumber(row, n.all[k], n.digits)
		} else {
			row = appendTuple(row, n.all[k:k+width], n.digits)
		}
	}
	if d.array {
		row = append(row, ']')
	}
	return row
}

func comma(row []byte, k int) []byte {
	if k == 0 {
		return row
	}
	return append(row, ", "...)
}

func appendTuple(row []byte, v []float32, digits int) []byte {
	row = append(row, '(')
	for k, x := range v {
		row = appendNumber(comma(row, k), x, digits)
	}
	return append(row, ')')
}

// appendNumber appends x with the given number of significant digits, or with all digits if it is -1.
func appendNumber(row []byte, x float32, digits int) []byte {
	switch digits {
	case -1:
		return decimals.AppendGeneral(row, x)
	case halfDigits:
		return decimals.AppendRounded(row, x)
	}
	return strconv.AppendFloat(row, float64(x), 'g', digits, 32)
}

func (d *usdDeclaration) quoted(s string) string {
	if strings.HasPrefix(d.kind, "asset") {
		return usdAsset(s)
	}
	return usdQuoted(s)
}

func usdQuoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

func usdAsset(path string) string {
	mark := "@"
	if strings.Contains(path, "@") {
		mark = "@@@"
	}
	return mark + path + mark
}
