package export

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// writeThings writes the things around the flock to /Flock/World: a Mesh for each obstacle, linear
// BasisCurves for paths and wires, Points for the seats on top of an obstacle, an Xform for each
// place. Values that change are sampled.
func (l *usdLayer) writeThings(out *bufio.Writer) error {
	all, err := l.s.things()
	if err != nil || len(all) == 0 {
		return err
	}
	fmt.Fprintf(out, "    def Xform \"World\"\n    {\n")
	for _, t := range all {
		switch {
		case t.triangles != nil:
			usdMesh(out, t)
		case t.cloud:
			usdPoints(out, t)
		case t.points != nil:
			usdCurve(out, t)
		default:
			usdPrim(out, t, "Xform")
			fmt.Fprintf(out, "            custom float skein:radius = %s\n", usdFloat(t.size))
		}
		l.placeThing(out, t)
		fmt.Fprintf(out, "        }\n")
	}
	_, err = fmt.Fprintf(out, "    }\n\n")
	return err
}

func usdPrim(out *bufio.Writer, t *thing, kind string) {
	fmt.Fprintf(out, "        def %s \"%s\"\n        {\n            custom string skein:kind = \"%s\"\n", kind, t.name, t.kind)
}

func usdMesh(out *bufio.Writer, t *thing) {
	usdPrim(out, t, "Mesh")
	fmt.Fprintf(out, "            float3[] extent = %s\n", usdExtent(t.points))
	fmt.Fprintf(out, "            int[] faceVertexCounts = [%s]\n", strings.TrimSuffix(strings.Repeat("3, ", len(t.triangles)/3), ", "))
	fmt.Fprintf(out, "            int[] faceVertexIndices = [")
	for k, v := range t.triangles {
		if k > 0 {
			out.WriteString(", ")
		}
		out.WriteString(strconv.FormatUint(uint64(v), 10))
	}
	fmt.Fprintf(out, "]\n            normal3f[] normals = ")
	usdTuples(out, t.normals)
	fmt.Fprintf(out, " (\n                interpolation = \"vertex\"\n            )\n            point3f[] points = ")
	usdTuples(out, t.points)
	fmt.Fprintf(out, "\n            color3f[] primvars:displayColor = [%s]\n            uniform token subdivisionScheme = \"none\"\n", tuple(stone[:], -1))
}

func usdCurve(out *bufio.Writer, t *thing) {
	usdPrim(out, t, "BasisCurves")
	fmt.Fprintf(out, "            int[] curveVertexCounts = [%d]\n            float3[] extent = %s\n            point3f[] points = ", len(t.points), usdExtent(t.points))
	usdTuples(out, t.points)
	fmt.Fprintf(out, "\n            uniform token type = \"linear\"\n")
	usdWidths(out, t)
	fmt.Fprintf(out, "            uniform token wrap = \"nonperiodic\"\n")
}

func usdPoints(out *bufio.Writer, t *thing) {
	usdPrim(out, t, "Points")
	fmt.Fprintf(out, "            float3[] extent = %s\n            point3f[] points = ", usdExtent(t.points))
	usdTuples(out, t.points)
	out.WriteByte('\n')
	usdWidths(out, t)
}

func usdWidths(out *bufio.Writer, t *thing) {
	fmt.Fprintf(out, "            float[] widths = [%s] (\n                interpolation = \"constant\"\n            )\n", usdFloat(t.size))
}

// placeThing writes the pose and the visibility of a thing.
func (l *usdLayer) placeThing(out *bufio.Writer, t *thing) {
	if !t.always() {
		fmt.Fprintf(out, "            token visibility.timeSamples = {\n")
		for _, k := range t.shows() {
			fmt.Fprintf(out, "                %d: \"%s\",\n", l.s.plan[k.frame], map[bool]string{true: "inherited", false: "invisible"}[k.shown])
		}
		fmt.Fprintf(out, "            }\n")
	}
	for _, op := range []struct {
		declaration string
		track       []thingSample
	}{
		{"quatf xformOp:orient", t.turns()}, {"float3 xformOp:scale", t.scales()}, {"double3 xformOp:translate", t.places()},
	} {
		if len(op.track) == 1 {
			fmt.Fprintf(out, "            %s = %s\n", op.declaration, tuple(op.track[0].value, -1))
			continue
		}
		fmt.Fprintf(out, "            %s.timeSamples = {\n", op.declaration)
		for _, s := range op.track {
			number := l.s.plan[s.frame]
			if s.before != nil {
				fmt.Fprintf(out, "                %s: %s,\n", justBefore(number), tuple(s.before, -1))
			}
			fmt.Fprintf(out, "                %d: %s,\n", number, tuple(s.value, -1))
		}
		fmt.Fprintf(out, "            }\n")
	}
	fmt.Fprintf(out, "            uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:orient\", \"xformOp:scale\"]\n")
}

// usdExtent returns the box around points.
func usdExtent(points []mgl32.Vec3) string {
	low, high := bounds(points)
	return "[" + tuple(low[:], -1) + ", " + tuple(high[:], -1) + "]"
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
