package vec

// Compass returns the level unit vector of a direction in degrees: 0 is towards +Z, 90 is towards +X.
func Compass(degrees float32) Vec {
	angle, sign := float64(degrees), float32(1)
	if angle < 0 {
		angle += 360
	}
	if angle > 180 {
		angle, sign = 360-angle, -1
	}
	sine, cosine := SinCos(float64(angle * (Pi / 180)))
	return Vec{X: sign * float32(sine), Y: 0, Z: float32(cosine)}
}
