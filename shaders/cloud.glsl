// Clouds in two layers: heaps below, wisps above. Both are noise on round decks over the
// eye, which the wind moves.
uniform sampler2D cloudMap; // r: heaps, g: wisps, b: where there are more; each with mean 0.5

const float low = 900.0, high = 7000.0;       // of the decks, m
const float earth = 6.36e6;

// How far it is to a deck in unit direction d, which does not point down.
float toDeck(vec3 d, float height) {
    float y = earth * d.y;
    return sqrt(y * y + 2.0 * earth * height) - y;
}

// How dense heaps are, of noise.
float dense(vec3 noise) { return noise.r + 0.5 * (noise.b - 0.5); }

// How much a heap of such density hides.
float hides(float density) { return smoothstep(clouds.x, clouds.x + 0.17, density); }

// Share of the key light that clouds leave to a place.
float cloudShade(vec3 place) {
    if (clouds.x > 1.0 || sunDirection.y < LOWEST_SUN) return 1.0;
    vec2 at = (place.xz + sunDirection.xz * ((low - place.y) / sunDirection.y) + drift.xy) / LOW_TILE;
    return 1.0 - clouds.z * hides(dense(textureLod(cloudMap, at, 2.0).rgb));
}
