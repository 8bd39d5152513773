// Clouds in two layers: heaps below, wisps above. Both are noise on round decks, which the
// wind moves.
uniform sampler2D cloudMap; // r: heaps, g: wisps, b: where there are more, a: heaps without their finer shape; each with mean 0.5

const float low = 900.0, high = 7000.0;       // of the decks, m
const float earth = 6.36e6;

// How far it is from the eye to a deck in unit direction d, which does not point down.
float toDeck(vec3 d, float height) {
    float y = earth * d.y, above = max(height - eye.y, 50.0);
    return sqrt(y * y + 2.0 * earth * above) - y;
}

// Level of the map's detail where a pixel is so wide, m, of a noise that repeats over tile.
float detail(float width, float tile) { return log2(max(width * float(NOISE_SIZE) / tile, 1.0)); }

// Where on the map of heaps a place is.
vec2 heapAt(vec2 place) { return mat2(0.8, 0.6, -0.6, 0.8) * (place + drift.xy) / LOW_TILE; }

// Where there are more heaps: far wider than these, and turned, so that they do not repeat.
float broad(vec2 at, float lod) {
    return 0.5 * textureLod(cloudMap, mat2(0.24, -0.18, 0.18, 0.24) * at, max(lod - 1.7, 0.0)).b - 0.25;
}

// How dense heaps are at a place of the map.
float dense(vec2 at, float lod) { return textureLod(cloudMap, at, lod).r + broad(at, lod); }

// How much a heap of such density hides.
float hides(float density) { return smoothstep(clouds.x, clouds.x + 0.17, density); }

// Share of the key light that clouds leave to a place: it comes through that of the deck
// which lies towards the sun.
float cloudShade(vec3 place) {
    if (clouds.x > 1.0 || sunDirection.y < LOWEST_SUN) return 1.0;
    vec2 at = heapAt(place.xz + sunDirection.xz * ((low - place.y) / sunDirection.y));
    return 1.0 - clouds.z * hides(dense(at, 2.0));
}
