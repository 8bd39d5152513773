package air

import "math"

// glowRows and glowAzimuths are the numbers of elevations and azimuths from which light falls on the haze at
// the horizon.
const glowRows, glowAzimuths = 10, 32

// addGlow adds twilight that haze scatters forward to the observer. It comes mostly from the bright sky just
// above the horizon. [Air.multipleScattering] averages over all directions, which would leave a blue strip at
// the horizon. By day this light is negligible.
func (s *Sky) addGlow(a *Air, c *Conditions) {
	twilight := smoothstep(-c.Sun / (4 * math.Pi / 180)) // 0 while the sun is up, 1 from 4° below the horizon
	if twilight == 0 {
		return
	}
	var glow [Columns]RGB
	for i := range glow {
		glow[i] = s.forwardLight(2*math.Asin(float64(i)/(Columns-1)), c.Sun)
	}
	for j := range Rows {
		t := a.transmittance.lookup(eyeHeight, rowSine(j))
		for i, light := range glow {
			for k := range light {
				haze := hazeAlbedo * a.haze[k] / (a.haze[k] + rayleighScattering[k])
				s.Base[j*Columns+i][k] += twilight * haze * (1 - t[k]) * light[k]
			}
		}
	}
}

// forwardLight returns the light that haze scatters to an observer who looks at the horizon at an azimuth
// from the sun. The light that haze would scatter evenly is subtracted.
func (s *Sky) forwardLight(azimuth, sun float64) (sum RGB) {
	for j := range glowRows {
		v := (float64(j) + 0.5) / glowRows // rows are closer together near the horizon
		sine := v * v
		solidAngle := 2 * v / glowRows * 2 * math.Pi / glowAzimuths
		for i := range glowAzimuths {
			from := 2 * math.Pi * (float64(i) + 0.5) / glowAzimuths
			cosine := math.Sqrt(1 - sine*sine)
			toSun := sine*math.Sin(sun) + cosine*math.Cos(sun)*math.Cos(from)
			excess := HazePhase(cosine*math.Cos(from-azimuth)) - 1/(4*math.Pi)
			sum = sum.add(s.Radiance(sine, from, toSun).scale(solidAngle * excess))
		}
	}
	for k := range sum {
		sum[k] = max(sum[k], 0)
	}
	return sum
}
