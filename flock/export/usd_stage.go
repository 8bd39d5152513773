package export

import (
	"github.com/go-gl/mathgl/mgl32"
)

func stageNames() []string { return []string{"World", "Camera", "Sun", "Sky", "Ground"} }

func (l *usdLayer) writeStage(out usdWriter) error {
	stage := l.s.o.Stage
	if stage == nil {
		return nil
	}
	if err := l.writeCamera(out, stage, l.camera); err != nil {
		return err
	}
	l.writeLight(out, stage)
	l.writeGround(out, stage)
	return nil
}

// writeCamera writes the camera. USD gives the size of the film and the focal length in tenths of the unit,
// which are millimetres if the unit is a centimetre.
func (l *usdLayer) writeCamera(out usdWriter, stage *Stage, all []cameraFrame) error {
	perMM := float32(l.s.o.scale() / 100)
	near, far := clipping(all)
	out.prim(usdPrim{kind: "Camera", name: "Camera"})
	out.attribute("float2 clippingRange", exactly(near, far))
	for _, a := range []struct {
		declaration string
		value       func(*View) []float32
	}{
		{"float fStop", func(v *View) []float32 { return []float32{stage.stop(v)} }},
		{"float focalLength", func(v *View) []float32 { return []float32{v.focalLength() * perMM} }},
		{"float focusDistance", func(v *View) []float32 { return []float32{v.Focus} }},
	} {
		if err := writeCameraTrack(out, a.declaration, cameraTrack(all, a.value)); err != nil {
			return err
		}
	}
	out.attribute("float horizontalAperture", exactly(filmHeight*stage.Aspect*perMM))
	out.attribute("token projection", "perspective")
	out.attribute("double shutter:close", exactly(stage.Shutter))
	out.attribute("double shutter:open", exactly(0))
	out.attribute("float verticalAperture", exactly(filmHeight*perMM))
	if err := writeCameraTrack(out, "quatf xformOp:orient", cameraTrack(all, rotationOf)); err != nil {
		return err
	}
	if err := writeCameraTrack(out, "double3 xformOp:translate", cameraTrack(all, eyeOf)); err != nil {
		return err
	}
	out.attribute("uniform token[] xformOpOrder", []string{"xformOp:translate", "xformOp:orient"})
	out.end()
	return nil
}

// stop returns the f-number, or 0 if everything is sharp.
func (s *Stage) stop(v *View) float32 {
	if s.Aperture == 0 {
		return 0
	}
	return v.focalLength() / 1000 / s.Aperture
}

func writeCameraTrack(out usdWriter, declaration string, track []cameraSample) error {
	if len(track) == 1 {
		out.attribute(declaration, exactly(track[0].value...))
		return nil
	}
	t := out.track(declaration, "")
	defer t.close()
	for _, s := range track {
		if s.before != nil {
			if err := addSample(t, justBefore(s.number), exactly(s.before...)); err != nil {
				return err
			}
		}
		if err := addSample(t, float64(s.number), exactly(s.value...)); err != nil {
			return err
		}
	}
	out.sampled(t)
	return nil
}

// sunAngle is the angular diameter of the sun in degrees.
const sunAngle = 0.53

// writeLight writes the sun as a DistantLight, and the sky as a DomeLight of its mean colour.
func (l *usdLayer) writeLight(out usdWriter, stage *Stage) {
	sun := stage.Sun
	intensity := max(sun[0], sun[1], sun[2])
	if intensity > 0 {
		sun = sun.Mul(1 / intensity)
	}
	out.prim(usdPrim{kind: "DistantLight", name: "Sun"})
	out.attribute("float inputs:angle", exactly(sunAngle))
	out.attribute("color3f inputs:color", exactly(sun[:]...))
	out.attribute("float inputs:intensity", exactly(intensity))
	out.attribute("bool inputs:normalize", true)
	q := stage.sunTurn(l.axes())
	out.attribute("quatf xformOp:orient", exactly(q.W, q.V[0], q.V[1], q.V[2]))
	out.attribute("uniform token[] xformOpOrder", []string{"xformOp:orient"})
	out.end()

	sky := stage.Zenith.Add(stage.Horizon).Mul(0.5)
	out.prim(usdPrim{kind: "DomeLight", name: "Sky"})
	out.attribute("color3f inputs:color", exactly(sky[:]...))
	out.attribute("float inputs:intensity", exactly(1))
	out.end()
}

// groundSize is the distance from the middle of the ground to its edges, in m.
const groundSize = 5000

func (l *usdLayer) writeGround(out usdWriter, stage *Stage) {
	const r = groundSize
	var corners, normals []mgl32.Vec3
	for _, p := range []mgl32.Vec3{{-r, 0, r}, {r, 0, r}, {r, 0, -r}, {-r, 0, -r}} {
		corners = append(corners, l.axes().length(p))
		normals = append(normals, l.axes().turn(mgl32.Vec3{0, 1, 0}))
	}
	out.prim(usdPrim{kind: "Mesh", name: "Ground"})
	out.attribute("float3[] extent", usdExtent(corners))
	out.attribute("int[] faceVertexCounts", []int{4})
	out.attribute("int[] faceVertexIndices", []int{0, 1, 2, 3})
	out.primvar("normal3f[] normals", "vertex", exactly(coordinates(normals)...))
	out.attribute("point3f[] points", exactly(coordinates(corners)...))
	out.attribute("color3f[] primvars:displayColor", exactly(stage.Ground[:]...))
	out.attribute("uniform token subdivisionScheme", "none")
	out.end()
}

func (l *usdLayer) axes() axes { return axes{zUp: l.s.o.ZUp, scale: float32(l.s.o.scale())} }
