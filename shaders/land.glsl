#include "scene.glsl"
#include "cloud.glsl"
#include "landnoise.glsl"

in vec2 away;   // of the place from that below the eye, m
in vec3 behind; // colour of the haze
in vec3 sunlit; // light of the sun on what grows, over pi
out vec4 colour;

// Likewise where clouds shade it.
#ifdef DRAFT
vec3 sunny = sunlit;
#else
vec3 sunny = sunlit * cloudShade(vec3(eye.x + away.x, 0.0, eye.z + away.y));
#endif

// How far away a place is for the haze before it, where no land is seen from further off.
float within(float distance, float most) {
#ifdef DRAFT
    return distance;
#endif
    return distance / (1.0 + distance / most);
}

// Writes a light that comes so far through the air.
void show(vec3 light, float distance) {
    colour = vec4(dither(exposed(mix(behind, light, clearness(distance))), gl_FragCoord.xy), 1.0);
}
