#include "scene.glsl"
#include "cloud.glsl"
#include "landnoise.glsl"

in vec2 offset;   // horizontal vector from the eye to the place, m
in vec3 hazeColour;
in vec3 sunlit; // sunlight on plants, divided by pi
out vec4 colour;

#ifdef RELIEF
in float height;         // height of the place, m
centroid in vec3 normal;
#else
const float height = 0.0;
#endif

// The value of sunlit, with the shadows of clouds.
#ifdef DRAFT
vec3 sunny = sunlit;
#else
vec3 sunny = sunlit * cloudShadow(vec3(eye.x + offset.x, height, eye.z + offset.y));
#endif

// Returns the distance for the haze in front of a place. Except in a draft, it is always less than
// limit, because no land is visible from farther away.
float hazeDistance(float distance, float limit) {
#ifdef DRAFT
    return distance;
#endif
    return distance / (1.0 + distance / limit);
}

bool discarded = false; // the pixel is transparent; it is discarded at the end, after all texture reads

// Writes the light of a place at a distance, behind haze.
void writeLand(vec3 light, float distance) {
#ifdef CUTOFF
    if (discarded) discard;
#endif
    colour = vec4(dither(exposed(throughAir(light, hazeColour, vec3(offset.x, height - eye.y, offset.y), distance)), gl_FragCoord.xy), 1.0);
}
