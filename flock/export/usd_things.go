package export

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// around writes what is around the flock into /Flock/World: a Mesh for each obstacle,
// linear BasisCurves for ways and wires, an Xform for each place.
func (l *usdLayer) around(out *bufio.Writer) error {
	a, err := l.s.around()
	if err != nil || a.empty() {
		return err
	}
	fmt.Fprintf(out, "    def Xform \"World\"\n    {\n")
	for _, s := range a.solids {
		usdMesh(out, &s)
	}
	for _, c := range a.lines {
		usdCurve(out, &c)
	}
	for _, p := range a.spots {
		fmt.Fprintf(out, "        def Xform \"%s\"\n        {\n            custom string skein:kind = \"%s\"\n            custom float skein:radius = %s\n", p.name, p.kind, usdFloat(p.radius))
		fmt.Fprintf(out, "            double3 xformOp:translate = %s\n            uniform token[] xformOpOrder = [\"xformOp:translate\"]\n        }\n", tuple(p.at[:], -1))
	}
	_, err = fmt.Fprintf(out, "    }\n\n")
	return err
}

func usdMesh(out *bufio.Writer, s *solid) {
	low, high := bounds(s.points)
	fmt.Fprintf(out, "        def Mesh \"%s\"\n        {\n            float3[] extent = [%s, %s]\n", s.name, tuple(low[:], -1), tuple(high[:], -1))
	fmt.Fprintf(out, "            int[] faceVertexCounts = [%s]\n", strings.TrimSuffix(strings.Repeat("3, ", len(s.triangles)/3), ", "))
	fmt.Fprintf(out, "            int[] faceVertexIndices = [")
	for k, v := range s.triangles {
		if k > 0 {
			out.WriteString(", ")
		}
		out.WriteString(strconv.FormatUint(uint64(v), 10))
	}
	fmt.Fprintf(out, "]\n            normal3f[] normals = ")
	usdTuples(out, s.normals)
	fmt.Fprintf(out, " (\n                interpolation = \"vertex\"\n            )\n            point3f[] points = ")
	usdTuples(out, s.points)
	fmt.Fprintf(out, "\n            color3f[] primvars:displayColor = [%s]\n            uniform token subdivisionScheme = \"none\"\n        }\n", tuple(stone[:], -1))
}

func usdCurve(out *bufio.Writer, c *line) {
	low, high := bounds(c.points)
	fmt.Fprintf(out, "        def BasisCurves \"%s\"\n        {\n            custom string skein:kind = \"%s\"\n", c.name, c.kind)
	fmt.Fprintf(out, "            int[] curveVertexCounts = [%d]\n            float3[] extent = [%s, %s]\n            point3f[] points = ", len(c.points), tuple(low[:], -1), tuple(high[:], -1))
	usdTuples(out, c.points)
	fmt.Fprintf(out, "\n            uniform token type = \"linear\"\n            float[] widths = [%s] (\n                interpolation = \"constant\"\n            )\n            uniform token wrap = \"nonperiodic\"\n        }\n", usdFloat(c.width))
}

// usdTuples writes a list of points.
func usdTuples(out *bufio.Writer, points []mgl32.Vec3) {
	out.WriteByte('[')
	for k := range points {
		if k > 0 {
			out.WriteString(", ")
		}
		out.WriteString(tuple(points[k][:], -1))
	}
	out.WriteByte(']')
}

func usdFloat(x float32) string { return strconv.FormatFloat(float64(x), 'g', -1, 32) }
