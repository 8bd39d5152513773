#ifndef CLOUD // for land and for the sky that its water mirrors, once
#define CLOUD
// Clouds in two layers: heaps below, wisps above. Both are noise on round decks, which the
// wind moves.
uniform sampler2D cloudMap; // r: heaps, g: wisps, b: where there are more, a: heaps without their finer shape; each with mean 0.5

const float cumulusBase = 900.0, cirrusBase = 7000.0;       // of the decks, m
const float earthRadius = 6.36e6;

// How far it is from the eye to a deck in unit direction d, which does not point down.
float distanceToDeck(vec3 d, float height) {
    float y = earthRadius * d.y, above = max(height - eye.y, 50.0);
    return sqrt(y * y + 2.0 * earthRadius * above) - y;
}

// Level of the map's detail where a pixel is so wide, m, of a noise that repeats over tile.
float mipLevel(float width, float tile) { return log2(max(width * float(NOISE_SIZE) / tile, 1.0)); }

// Where on the map of heaps a place is.
vec2 cumulusUV(vec2 place) { return mat2(0.8, 0.6, -0.6, 0.8) * (place + drift.xy) / LOW_TILE; }

// Where there are more heaps: far wider than these, and turned, so that they do not repeat.
float cumulusVariation(vec2 at, float lod) {
    return 0.5 * textureLod(cloudMap, mat2(0.24, -0.18, 0.18, 0.24) * at, max(lod - 1.7, 0.0)).b - 0.25;
}

// How much a heap of such density hides.
float cumulusOpacity(float density) { return smoothstep(clouds.x, clouds.x + 0.12, density); }

const float cumulusDepth = 900.0;     // of the heaps' layer, m
const float cumulusExtinction = 0.05; // extinction in a heap, 1/m

// How high up heaps without depth have a second deck, that of their sides, as a share of deep.
const float UPPER_DECK = 0.16;

// Density that a heap has to have at its base for it to be so high, as a share of deep.
float domeDensity(float y) { return y * (0.2 + 0.4 * y); }

// Towards what lights heaps.
vec3 cloudLightDirection() { return cloudLit.w > 0.0 ? sunPlace.xyz : sunDirection.xyz; }

// Two lobes of Henyey and Greenstein's function, which is 1 for even light (G. Kattawar, A
// three-parameter analytic phase function for multiple scattering calculations, JQSRT 15:
// 839, 1975).
float henyeyGreenstein(float toSun, float g) {
    float x = inversesqrt(1.0 + g * g - 2.0 * g * toSun);
    return (1.0 - g * g) * x * x * x;
}

float phase(float toSun, float g) { return mix(henyeyGreenstein(toSun, -0.35 * g), henyeyGreenstein(toSun, g), 0.6); }

// Share of the light that comes through so much cloud by Beer's law, and is scattered towards
// the eye: once, and more often, when it is weakened less and goes more evenly all ways
// (M. Wrenninge, C. Kulla and V. Lundqvist, Oz: the great and volumetric, SIGGRAPH 2013).
float cloudScattering(float toSun, float depth) {
    float light = 0.0, share = 0.72, transmittance = 1.0, g = 0.8;
    for (int k = 0; k < 3; k++) {
        light += share * phase(toSun, g) * exp(-transmittance * depth);
        share *= 0.6;
        transmittance *= 0.3;
        g *= 0.45;
    }
    return light;
}

// Light of a heap without depth seen in unit direction d, behind so much of it towards what lights it.
vec3 cumulusLight(vec3 d, float depth) {
    return cloudLit.rgb * (cloudScattering(dot(d, cloudLightDirection()), depth) * (1.0 - clouds.w)) + cloudDark.rgb;
}

// How much wisps hide, by their fibres and by where there are more of them.
float cirrusOpacity(float fibre, float many) {
    float from = 0.72 - 0.5 * clouds.y;
    return step(0.001, clouds.y) * 0.8 * fibre * smoothstep(from, from + 0.4, many + 0.6 * (fibre - 0.5));
}

// Likewise at a place of their map, with finer ones.
float cirrusAt(vec2 at, float lod) {
    float many = textureLod(cloudMap, 0.4 * at + 0.2, lod).b;
    float fibre = textureLod(cloudMap, at, lod).g, finer = textureLod(cloudMap, mat2(2.3, 0.3, -0.3, 2.3) * at, lod + 1.3).g;
    return cirrusOpacity(0.6 * fibre + 0.4 * finer, many);
}

// How many rolls there are for each heap, across and along.
const vec2 ROLL_SCALE = vec2(1.3, 0.7);

// Of a closed cover how far it hangs down at a place of the map of heaps, mean 0.5: in rolls, which
// bulge.
float coverRelief(vec2 at, float lod) {
    return 0.7 * textureLod(cloudMap, ROLL_SCALE * at, lod).a + 0.3 * textureLod(cloudMap, 2.5 * ROLL_SCALE * at + 0.3, lod + 1.1).r;
}

// How bright it is there by its mean, where it is so far off.
float coverBrightness(vec2 at, float hanging, float far, float lod) {
    float n = 2.2 * (hanging - 0.5) + 2.4 * cumulusVariation(at, lod);
    return exp2(-1.5 * cloudDark.w * n * exp2(-far / 12000.0));
}

// How much of a thunderstorm a closed cover is.
float storminess() { return smoothstep(0.3, 0.6, clouds.w); }

// Share of the key light that clouds leave to a place: it comes through those of both decks
// which lie towards the sun.
float cloudShadow(vec3 place) {
    if (clouds.x > 1.0 || sunDirection.y < LOWEST_SUN) return 1.0;
    vec2 slope = sunDirection.xz / sunDirection.y, at = cumulusUV(place.xz + slope * (cumulusBase - place.y));
    float more = cumulusVariation(at, 2.0), base = textureLod(cloudMap, at, 2.0).r + more;
    float side = textureLod(cloudMap, cumulusUV(place.xz + slope * (cumulusBase + UPPER_DECK * cumulusDepth - place.y)), 2.0).r + more;
    return 1.0 - clouds.z * cumulusOpacity(max(base, side - domeDensity(UPPER_DECK)));
}
#endif
