// Heaps of cloud, as light goes through them: their layer is walked through from below, and
// from each place on towards what lights it.
uniform sampler3D heapMap; // what heaps are carved with, mean 0.5

#ifdef BEST
const int walk = 32, lights = 3;
const float finest = 0.8; // of what heaps are made of, steps
#else
const int walk = 20, lights = 2;
const float finest = 1.2;
#endif

const float deep = 480.0;     // of the layer, m
const float carved = LOW_TILE / 11.2; // over which what they are carved with repeats, m
const float thickness = 0.03; // extinction in the middle of a heap, 1/m

// Two lobes of Henyey and Greenstein's function, which is 1 for even light (G. Kattawar, A
// three-parameter analytic phase function for multiple scattering calculations, JQSRT 15:
// 839, 1975).
float lobe(float toSun, float g) {
    float x = inversesqrt(1.0 + g * g - 2.0 * g * toSun);
    return (1.0 - g * g) * x * x * x;
}

float phase(float toSun, float g) { return mix(lobe(toSun, -0.35 * g), lobe(toSun, g), 0.6); }

// Share of the light that comes through so much cloud by Beer's law, and is scattered towards
// the eye: once, and more often, when it is weakened less and goes more evenly all ways
// (M. Wrenninge, C. Kulla and V. Lundqvist, Oz: the great and volumetric, SIGGRAPH 2013).
float scattered(float toSun, float depth) {
    float light = 0.0, share = 0.8, left = 1.0, g = 0.8;
    for (int k = 0; k < 3; k++) {
        light += share * phase(toSun, g) * exp(-left * depth);
        share *= 0.6;
        left *= 0.3;
        g *= 0.45;
    }
    return light;
}

// How much heap there is in a column, 1 for one as high as the layer, of so much of its finer
// shape; and what of it is at a share of the layer's height: flat below, domed above.
float column(vec2 at, float more, float finer, float lod) {
    vec4 there = textureLod(cloudMap, at, lod);
    return (mix(there.a, there.r, finer) + more - clouds.x) * 2.3 - 0.1;
}

float domed(float column, float y) { return column - 1.1 * y * sqrt(max(y, 0.0)); }

// Mean of what goes evenly from a to b, of it what is between 0 and 1: so much of a step is in a
// heap whose edge is between its ends.
float meanOf(float a, float b) {
    float x = clamp(a, 0.0, 1.0), y = clamp(b, 0.0, 1.0);
    float to = y * y * 0.5 + max(b - 1.0, 0.0), from = x * x * 0.5 + max(a - 1.0, 0.0);
    return abs(b - a) < 1e-3 ? 0.5 * (x + y) : (to - from) / (b - a);
}

// A heap seen in unit direction d: its light, and how much it hides.
vec4 heaps(vec3 d) {
    float near = toDeck(d, low), far = toDeck(d, low + deep);
    float stride = (far - near) / float(walk), pixel = near * eye.w * inversesqrt(d.y);
    // What is finer than a step would jump from one to the next.
    float lod = detail(max(pixel, finest * stride), LOW_TILE), carveLod = log2(max(max(pixel, 0.6 * stride) * float(HEAP_SIZE) / carved, 1.0));
    float more = broad(heapAt(eye.xz + d.xz * near), lod);
    vec3 toSun = cloudLit.w > 0.0 ? sunPlace.xyz : sunDirection.xyz;
    float cosine = dot(d, toSun), thick = thickness * min(stride, 60.0);
    vec3 light = vec3(0.0);
    float left = 1.0, before = -1.0;
    for (int i = 0; i < walk && left > 0.02; i++) {
        float y = (float(i) + fract(0.5 + disc.w)) / float(walk);
        vec2 place = eye.xz + d.xz * mix(near, far, y);
        float tall = column(heapAt(place), more, 0.75, lod);
        vec3 p = vec3(place.x + drift.x, deep * y, place.y + drift.y) / carved;
        float carve = textureLod(heapMap, p, carveLod).r - 0.5;
        float density = 2.0 * domed(tall, y) + (1.3 + 1.6 * y) * carve;
        float full = meanOf(before, density) * smoothstep(-0.02, 0.09, y);
        // On towards the sun, in ever longer steps.
        float depth = 0.0, last = 0.0;
        int on = full > 0.0 ? lights : 0;
        for (int k = 0; k < on; k++) {
            float next = 40.0 * float((k + 1) * (k + 1)) * (lights > 2 ? 1.0 : 2.0), t = 0.5 * (last + next);
            float high = y + toSun.y * t / deep;
            float there = clamp(2.0 * domed(column(heapAt(place + toSun.xz * t), more, 0.0, lod + 0.5), high), 0.0, 1.0);
            depth += (next - last) * there * step(high, 1.0);
            last = next;
        }
        float share = 1.0 - exp(-thick * full);
        before = density;
        vec3 here = cloudLit.rgb * (0.9 * scattered(cosine, 1.6 * thickness * depth)) * (1.0 - clouds.w)
            + cloudDark.rgb * (0.75 + 0.5 * y);
        light += left * share * here;
        left *= 1.0 - share;
    }
    return vec4(light / max(1.0 - left, 1e-3), 1.0 - left);
}
