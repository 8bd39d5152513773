#include "scene.glsl"
#include "cloud.glsl"
#include "landnoise.glsl"

in vec2 offset;   // of the place from that below the eye, m
in vec3 hazeColour; // colour of the haze
in vec3 sunlit; // light of the sun on what grows, over pi
out vec4 colour;

// Likewise where clouds shade it.
#ifdef DRAFT
vec3 sunny = sunlit;
#else
vec3 sunny = sunlit * cloudShadow(vec3(eye.x + offset.x, 0.0, eye.z + offset.y));
#endif

// How far away a place is for the haze before it, where no land is seen from further off.
float hazeDistance(float distance, float most) {
#ifdef DRAFT
    return distance;
#endif
    return distance / (1.0 + distance / most);
}

bool discarded = false; // the pixel shows nothing; it is discarded last, after all textures are read

// Writes a light that comes so far through the air.
void writeLand(vec3 light, float distance) {
#ifdef CUTOFF
    if (discarded) discard;
#endif
    colour = vec4(dither(exposed(mix(hazeColour, light, clearness(distance))), gl_FragCoord.xy), 1.0);
}
