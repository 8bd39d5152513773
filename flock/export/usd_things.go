package export

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// writeThings writes the things around the flock to /Flock/World. An obstacle becomes a Mesh, paths and wires
// become linear BasisCurves, the seats on an obstacle become Points, and a place becomes an Xform. Values
// that change have samples.
func (l *usdLayer) writeThings(out usdWriter) error {
	all, err := l.s.things()
	if err != nil || len(all) == 0 {
		return err
	}
	out.prim(usdPrim{kind: "Xform", name: "World"})
	for _, t := range all {
		switch {
		case t.triangles != nil:
			usdMesh(out, t)
		case t.cloud:
			usdPoints(out, t)
		case t.points != nil:
			usdCurve(out, t)
		default:
			usdThing(out, t, "Xform")
			out.attribute("custom float skein:radius", exactly(t.size))
		}
		if err := l.placeThing(out, t); err != nil {
			return err
		}
		out.end()
	}
	out.end()
	return nil
}

func usdThing(out usdWriter, t *thing, kind string) {
	out.prim(usdPrim{kind: kind, name: t.name})
	out.attribute("custom string skein:kind", t.kind)
}

func usdMesh(out usdWriter, t *thing) {
	usdThing(out, t, "Mesh")
	out.attribute("float3[] extent", usdExtent(t.points))
	out.attribute("int[] faceVertexCounts", slices.Repeat([]int{3}, len(t.triangles)/3))
	out.attribute("int[] faceVertexIndices", integers(t.triangles))
	out.primvar("normal3f[] normals", "vertex", exactly(coordinates(t.normals)...))
	out.attribute("point3f[] points", exactly(coordinates(t.points)...))
	out.attribute("color3f[] primvars:displayColor", exactly(obstacleColour[:]...))
	out.attribute("uniform token subdivisionScheme", "none")
}

func usdCurve(out usdWriter, t *thing) {
	usdThing(out, t, "BasisCurves")
	out.attribute("int[] curveVertexCounts", []int{len(t.points)})
	out.attribute("float3[] extent", usdExtent(t.points))
	out.attribute("point3f[] points", exactly(coordinates(t.points)...))
	out.attribute("uniform token type", "linear")
	usdWidths(out, t)
	out.attribute("uniform token wrap", "nonperiodic")
}

func usdPoints(out usdWriter, t *thing) {
	usdThing(out, t, "Points")
	out.attribute("float3[] extent", usdExtent(t.points))
	out.attribute("point3f[] points", exactly(coordinates(t.points)...))
	usdWidths(out, t)
}

func usdWidths(out usdWriter, t *thing) {
	out.primvar("float[] widths", "constant", exactly(t.size))
}

func (l *usdLayer) placeThing(out usdWriter, t *thing) error {
	if !t.isAlwaysVisible() {
		shown := out.track("token visibility", "")
		for _, k := range t.visibilityKeys() {
			if err := addSample(shown, float64(l.s.plan[k.frame]), visibility(k.shown)); err != nil {
				return err
			}
		}
		out.sampled(shown)
	}
	for _, op := range []struct {
		declaration string
		track       []thingSample
	}{
		{"quatf xformOp:orient", t.rotationTrack()}, {"float3 xformOp:scale", t.scales()}, {"double3 xformOp:translate", t.places()},
	} {
		if err := l.writeOp(out, op.declaration, op.track); err != nil {
			return err
		}
	}
	out.attribute("uniform token[] xformOpOrder", []string{"xformOp:translate", "xformOp:orient", "xformOp:scale"})
	return nil
}

func (l *usdLayer) writeOp(out usdWriter, declaration string, samples []thingSample) error {
	if len(samples) == 1 {
		out.attribute(declaration, exactly(samples[0].value...))
		return nil
	}
	t := out.track(declaration, "")
	defer t.close()
	for _, s := range samples {
		number := l.s.plan[s.frame]
		if s.before != nil {
			if err := addSample(t, justBefore(number), exactly(s.before...)); err != nil {
				return err
			}
		}
		if err := addSample(t, float64(number), exactly(s.value...)); err != nil {
			return err
		}
	}
	out.sampled(t)
	return nil
}

func usdExtent(points []mgl32.Vec3) usdNumbers {
	low, high := bounds(points)
	return exactly(low[0], low[1], low[2], high[0], high[1], high[2])
}

func coordinates(points []mgl32.Vec3) (all []float32) {
	for k := range points {
		all = append(all, points[k][:]...)
	}
	return all
}

func integers(list []uint32) (all []int) {
	for _, x := range list {
		all = append(all, int(x))
	}
	return all
}
