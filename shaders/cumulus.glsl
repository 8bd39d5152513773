// Volumetric cumulus. A ray marches through the layer from below. From each point in a cloud, a
// second ray marches towards the light.
uniform sampler3D erosionMap; // noise that erodes the cumulus, mean 0.5

// The numbers and lengths of steps are compromises between speed and noise, found by trial.
#ifdef BEST
const int maxSteps = 44, lightSteps = 3;
const float stepScale = 1.0; // factor for the step length
const float firstLightStep = 45.0; // length of the first step towards the light, m
#else
const int maxSteps = 26, lightSteps = 2;
const float stepScale = 1.9;
const float firstLightStep = 72.0;
#endif

// The scale and the softness of the edges were chosen by eye.
const float erosionTile = LOW_TILE / 11.2; // period of the erosion noise, m
const float edgeDensity = 0.055;             // difference of density from the edge of a cloud to its full extinction
const float edgeLength = 1200.0;            // distance over which the density changes by about 1, m

// Returns the density of a cumulus at a point p, with p.y in m above the base. Wide clouds are
// domes and rise highest. finer is the fraction of fine detail from the noise. Inverted cells erode
// the cloud, less at the flat base and more above. The strength of the erosion was chosen by eye.
float cumulusDensity(vec3 p, float variation, float finer, float lod, float cells) {
    vec4 noise = textureLod(cloudMap, cumulusUV(p.xz), lod);
    float y = p.y / cumulusDepth;
    return mix(noise.a, noise.r, finer) + variation - clouds.x - domeDensity(y) - (0.03 + 0.17 * y) * (1.25 - 2.0 * cells);
}

float erosion(vec3 p, float lod) { return textureLod(erosionMap, (p + vec3(drift.x, 0.0, drift.y)) / erosionTile, lod).r; }

// Returns the mean of a linear function from a to b, clamped to [0, 1]. This is the fraction of a
// step that lies in a cloud whose edge is between the ends of the step.
float clampedMean(float a, float b) {
    float x = clamp(a, 0.0, 1.0), y = clamp(b, 0.0, 1.0);
    float to = y * y * 0.5 + max(b - 1.0, 0.0), from = x * x * 0.5 + max(a - 1.0, 0.0);
    return abs(b - a) < 1e-3 ? 0.5 * (x + y) : (to - from) / (b - a);
}

// Returns the light and the opacity of cumulus in unit direction d. The length of a step is about
// the distance to the next cloud. Inside a cloud, steps are short. The limits of the steps were
// found by trial, like those above. The light from the sky by height was chosen by eye.
vec4 cumulus(vec3 d) {
    float near = distanceToDeck(d, cumulusBase), far = distanceToDeck(d, cumulusBase + cumulusDepth), rise = cumulusDepth / (far - near);
    float pixel = near * eye.w * inversesqrt(d.y), least = stepScale * max(14.0, 0.0045 * near);
    // Detail finer than a step would flicker from one step to the next.
    float lod = mipLevel(max(pixel, 0.7 * least), LOW_TILE), carveLod = log2(max(max(pixel, 0.5 * least) * float(HEAP_SIZE) / erosionTile, 1.0));
    vec2 place = cumulusUV(eye.xz + d.xz * near);
    float variation = cumulusVariation(place, lod), remote = smoothstep(6000.0, 20000.0, near);
    // Far clouds stand in groups. Without groups, their rows would look like scales.
    variation += 0.5 * remote * (textureLod(cloudMap, 0.11 * place, 0.0).b - 0.5);
    vec3 toSun = cloudLightDirection();
    float cosine = dot(d, toSun);
    vec3 light = vec3(0.0), even = cumulusLight(d, 2.5); // even: light of a distant cumulus, without its rims and bases, which are too small to see
    float transmittance = 1.0, before = -1.0, stride = 0.0, t = near;
    // The first step has a random length. Equal lengths would cause visible whorls in thin clouds.
    float next = 0.5 + fract(disc.w + 0.6 * gradientNoise(gl_FragCoord.xy, 0.00583715, 0.0, 0.0));
    for (int i = 0; i < maxSteps && transmittance > 0.03 && t < far; i++) {
        float y = rise * (t - near);
        vec3 p = vec3(eye.x + d.x * t, y, eye.z + d.z * t);
        float f = cumulusDensity(p, variation, 0.8, lod, erosion(p, carveLod)) / edgeDensity;
        float full = clampedMean(before, f) * smoothstep(0.0, 100.0, y);
        // The march towards the light has steps of increasing length. It starts at the middle of
        // the part of the step that is in the cloud. Erosion applies only to the first step. (The
        // branches are loops, because a software driver would execute all branches.)
        float behind = 0.5 * stride * (before < 0.0 && f > 0.0 ? f / max(f - before, 1e-3) : 1.0), depth = 0.0;
        vec3 within = p - behind * vec3(d.x, rise, d.z);
        int on = full * stride > 0.0 ? lightSteps : 0;
        for (int k = 0; k < min(on, 1); k++) {
            vec3 q = within + 0.5 * firstLightStep * toSun;
            depth = firstLightStep * clamp(cumulusDensity(q, variation, 0.6, lod + 0.5, erosion(q, carveLod + 0.5)) / edgeDensity, 0.0, 1.0);
        }
        for (int k = 1; k < on; k++) {
            float from = firstLightStep * float(k * k), to = firstLightStep * float((k + 1) * (k + 1));
            depth += (to - from) * clamp(cumulusDensity(within + 0.5 * (from + to) * toSun, variation, 0.6, lod + 0.5, 0.55) / edgeDensity, 0.0, 1.0);
        }
        float share = 1.0 - exp(-cumulusExtinction * full * stride);
        float open = clamp(within.y / 600.0, 0.0, 1.0);
        vec3 here = cloudLit.rgb * (cloudScattering(cosine, 0.6 * cumulusExtinction * depth) * (1.0 - clouds.w))
            + cloudDark.rgb * (0.75 + 0.9 * open - 0.25 * clamp(2.5 * edgeDensity * f, 0.0, 1.0));
        light += transmittance * share * mix(here, even, 0.6 * remote);
        transmittance *= 1.0 - share;
        before = f;
        stride = clamp(edgeLength * edgeDensity * max(-0.55 * f, 0.3 * f - 0.3), least, 25.0 * least) * next;
        next = 1.0;
        t += stride;
    }
    return vec4(light / max(1.0 - transmittance, 1e-3), 1.0 - transmittance);
}
