// The shaders. Colours are linear and exposed until toneMap.

/** air contains the light of the sky and of the air; the same formulas as in skein's scene.glsl. */
const air = `
uniform sampler2D skyMap;      // lower half: light that air scatters evenly; upper half: light that haze scatters forward
uniform vec3 sunDirection, keyDirection, keyLight;
uniform vec2 sunAzimuth;
uniform vec4 hazes;            // share of light that air absorbs, and that it scatters forward, 1/m; exposure; 1: paper
const float PI = 3.14159265;

float hazePhase(float toSun) {
    const float g = 0.76;
    float x = inversesqrt(1.0 + g * g - 2.0 * g * toSun);
    return (1.0 - g * g) / (4.0 * PI) * x * x * x;
}
vec2 skyPlace(vec3 d) {
    float level = length(d.xz);
    float beside = level > 1e-5 ? dot(d.xz, sunAzimuth) / level : 1.0;
    vec2 at = vec2(sqrt(clamp(0.5 - 0.5 * beside, 0.0, 1.0)), sqrt(max(d.y, 0.0)));
    return (at * vec2(47.0, 31.0) + 0.5) / vec2(48.0, 64.0);
}
vec3 sky(vec3 d) {
    vec2 at = skyPlace(d);
    return textureLod(skyMap, at, 0.0).rgb + hazePhase(dot(d, sunDirection)) * textureLod(skyMap, at + vec2(0.0, 0.5), 0.0).rgb;
}
vec3 throughAir(vec3 light, vec3 d, float distance) {
    vec3 level = vec3(d.x, max(d.y, 0.0), d.z);
    vec2 at = skyPlace(level);
    float hidden = 1.0 - exp(-hazes.x * distance), ahead = min(1.0 - exp(-hazes.y * distance), hidden);
    return light * (1.0 - hidden) + textureLod(skyMap, at, 0.0).rgb * hidden
        + hazePhase(dot(level, sunDirection)) * textureLod(skyMap, at + vec2(0.0, 0.5), 0.0).rgb * ahead;
}
// The fit to the ACES curve by K. Narkowicz (ACES filmic tone mapping curve, 2015), then a gamma of 2.
vec3 toneMap(vec3 light) {
    vec3 x = light * hazes.z;
    return sqrt((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}
`;

export const backdropVertex = `
uniform vec3 right, up, forward; // axes of the view; right and up are multiplied by the tangents of half the angles
out vec3 ray;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    ray = forward + p.x * right + p.y * up;
    gl_Position = vec4(p, 1.0, 1.0);
}`;

/** backdropFragment draws the sky, the sun, hills and the ground. The colours of land were chosen by eye. */
export const backdropFragment = `${air}
uniform sampler2D noise;
uniform vec3 disc, ground, skylight, eye;
uniform vec4 land;             // share of water in low parts, of all water, of fields; height of hills
uniform vec2 pixel;            // angle of a pixel, radians; time, s
uniform vec3 clouds;           // shares of the sky that low and high clouds cover; how dark low ones are
in vec3 ray;
out vec4 colour;

vec3 sunDisc(vec3 d) {
    float radius = max(0.00465, 0.75 * pixel.x), share = 0.00465 / radius;
    vec3 off = d - sunDirection;
    float from = dot(off, off) / (radius * radius), edge = clamp(2.0 * pixel.x / 0.00465, 0.1, 0.9);
    vec3 limb = 1.0 - vec3(0.4, 0.55, 0.7) * (1.0 - sqrt(max(1.0 - from, 0.0)));
    return dot(d, sunDirection) > 0.0 ? share * share * (1.0 - smoothstep(1.0 - edge, 1.0 + edge, from)) * disc * limb : vec3(0.0);
}
// Height of the hills in a direction, as a tangent. Each octave is a wave around the horizon.
float hills(float a, float seed) {
    return 0.45 + 0.32 * sin(3.0 * a + seed) + 0.2 * sin(7.0 * a + 2.3 * seed) + 0.1 * sin(17.0 * a + 4.1 * seed) + 0.04 * sin(41.0 * a + seed) + 0.02 * sin(97.0 * a + 3.0 * seed);
}
vec3 lightOfGround(vec3 d) {
    float toSun = dot(d, keyDirection), against = max(toSun, 0.0), behind = max(-toSun, 0.0), high = max(keyDirection.y, 0.0);
    return keyLight * ((high + 0.35 * sqrt(high) + 0.5 * against * against * against + 0.35 * behind * behind) / PI) + skylight;
}
float fresnel(float c) { float x = 1.0 - c; return 0.02 + 0.98 * x * x * x * x * x; }

vec3 water(vec3 d, vec2 at, float distance) {
    float t = pixel.y;
    vec2 slope = textureLod(noise, at / 37.0 + t * vec2(0.018, 0.011), log2(1.0 + distance * distance * pixel.x * 8.0)).rg
        + textureLod(noise, at.yx / 9.0 - t * vec2(0.05, 0.04), log2(1.0 + distance * distance * pixel.x * 30.0)).gr - 1.0;
    slope *= 0.05;
    vec3 n = normalize(vec3(slope.x, 1.0, slope.y));
    vec3 m = reflect(d, n);
    m = normalize(vec3(m.x, abs(m.y) + 0.004, m.z));
    float mirror = fresnel(max(dot(n, -d), 0.0));
    vec3 h = normalize(keyDirection - d);
    vec2 off = h.xz / max(h.y, 0.05) - slope;
    const float variance = 0.004;
    vec3 glitter = keyLight * min(fresnel(max(dot(h, -d), 0.0)) * exp(-0.5 * dot(off, off) / variance) / (2.0 * PI * variance * 4.0 * max(-d.y, 0.04)), 2.0);
    vec3 deep = ground * vec3(0.10, 0.14, 0.22) * (keyLight * max(keyDirection.y, 0.0) / PI + skylight);
    return mix(deep, sky(m), mirror) + glitter;
}
vec3 floorLight(vec3 d) {
    float distance = eye.y / -d.y;
    vec2 at = eye.xz + d.xz * distance;
    vec4 wide = texture(noise, at / 900.0), broad = texture(noise, at.yx / 163.0 + 0.3), fine = texture(noise, at / 17.0);
    float patches = 0.6 * wide.b + 0.4 * broad.b;
    vec3 albedo = ground * (0.55 + 0.9 * patches) * mix(vec3(0.8, 1.05, 0.8), vec3(1.3, 0.95, 0.85), patches) * (0.75 + 0.5 * fine.a);
    vec2 cell = floor(at / vec2(190.0, 130.0) + 0.35 * (wide.rg - 0.5));
    float field = fract(sin(dot(cell, vec2(12.9, 78.2))) * 4375.5);
    albedo *= mix(1.0, 0.6 + 0.9 * field, land.z);
    vec3 light = albedo * lightOfGround(d);
    float wet = land.y;
    if (land.x > 0.0) {
        float level = 0.62 * wide.r + 0.3 * broad.g + 0.08 * fine.r, soft = 0.004 + clamp(distance * distance * pixel.x / (eye.y * 900.0), 0.0, 0.06);
        wet = max(wet, land.x * (1.0 - smoothstep(0.47 - soft, 0.47 + soft, level)));
    }
    if (wet > 0.0) light = mix(light, water(d, at, distance), wet);
    vec3 far = sky(normalize(vec3(d.x, 0.0, d.z)));
    return mix(far, light, exp(-(hazes.x + 0.00008) * distance));
}
// Distance to a layer of clouds at a height above the ground, m.
float distanceToLayer(vec3 d, float height) {
    const float radius = 6.36e6; // radius of the earth, m
    float y = radius * d.y;
    return sqrt(y * y + 2.0 * radius * height) - y;
}
float heap(vec2 at) { return 0.55 * texture(noise, at / 5200.0).r + 0.3 * texture(noise, at.yx / 1700.0).g + 0.15 * texture(noise, at / 480.0).b; }

// Adds flat clouds to the light of the sky: thin ones at 7 km, and low ones at 900 m, which are brighter
// towards the sun. shine is the light of the sun's disc. Scales and colours were chosen by eye.
vec3 withClouds(vec3 light, vec3 d, inout vec3 shine) {
    if (clouds.x + clouds.y <= 0.0 || d.y < 0.005) return light;
    float toSun = max(dot(d, keyDirection), 0.0), glow = toSun * toSun * toSun * toSun;
    float far = distanceToLayer(d, 7000.0);
    vec2 at = (eye.xz + d.xz * far) / 26000.0 + pixel.y * 0.0004;
    float thin = 0.55 * clouds.y * smoothstep(0.42, 0.75, 0.6 * texture(noise, at * vec2(1.0, 0.35)).g + 0.4 * texture(noise, at * vec2(4.0, 1.1)).a) * exp2(-far / 90000.0);
    light = mix(light, keyLight * (0.09 + 0.35 * glow) + skylight, thin);
    far = distanceToLayer(d, 900.0);
    at = eye.xz + d.xz * far + pixel.y * vec2(7.0, 4.0);
    float n = heap(at), edge = mix(0.66, 0.3, clouds.x), there = clouds.x > 0.0 ? smoothstep(edge, edge + 0.09, n) : 0.0;
    float away = heap(at + 160.0 * keyDirection.xz) - n;
    float lit = clamp(0.75 - 5.0 * away - 1.6 * (n - edge), 0.0, 1.0) * (1.0 - clouds.z);
    vec3 low = mix((0.75 - 0.35 * clouds.z) * skylight, keyLight * (0.2 + 0.25 * glow) + skylight, lit);
    float clear = exp2(-pow(far / 15000.0, 1.5));
    shine *= (1.0 - there) * (1.0 - thin);
    return mix(light, low, 0.94 * there * clear);
}
float dither() { return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5; }

void main() {
    vec3 d = normalize(ray);
    vec3 light;
    if (hazes.w > 0.5) {
        light = vec3(0.0);
        float distance = eye.y / max(-d.y, 1e-4);
        vec2 at = abs(fract((eye.xz + d.xz * distance) / 10.0 - 0.5) - 0.5) * 10.0;
        float line = d.y < 0.0 ? (1.0 - smoothstep(0.0, 0.06 + 1.5 * pixel.x * distance / max(-d.y, 0.05), min(at.x, at.y))) * exp(-0.01 * distance) : 0.0;
        colour = vec4(vec3(0.97 - 0.12 * line), 1.0);
        return;
    }
    if (d.y >= 0.0) {
        light = sky(d);
        vec3 shine = sunDisc(d);
        light = withClouds(light, d, shine);
        if (land.w > 0.0 && d.y < 1.4 * land.w) {
            float a = atan(d.x, -d.z), slope = d.y / length(d.xz), width = 1.2 * pixel.x;
            vec3 horizon = sky(vec3(d.xz, 0.0).xzy / length(d.xz));
            for (int k = 0; k < (land.w > 0.1 ? 2 : 1); k++) {
                float high = land.w * hills(a, k == 0 ? 1.0 : 5.0) * (k == 0 ? 1.0 : 0.42);
                float there = 1.0 - smoothstep(high - width, high + width, slope);
                vec3 hill = mix(ground * 0.7 * lightOfGround(d), horizon, (k == 0 ? 0.5 : 0.38) + 0.25 * (1.0 - slope / land.w));
                light = mix(light, hill, there);
                shine *= 1.0 - there;
            }
        }
        light += shine;
    } else {
        light = floorLight(d);
    }
    colour = vec4(toneMap(light) + dither() / 255.0, 1.0);
}`;

export const copyVertex = `
out vec2 at;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    at = 0.5 + 0.5 * p;
    gl_Position = vec4(p, 1.0, 1.0);
}`;

export const copyFragment = `
uniform sampler2D picture;
in vec2 at;
out vec4 colour;
void main() { colour = vec4(textureLod(picture, at, 0.0).rgb, 1.0); }`;

/** Attributes of birdVertex, by location. */
export const birdAttributes = ["front", "back", "place", "turn", "poseAndSize", "tint"];

export const birdVertex = `
in vec4 front;
in vec4 back, turn, poseAndSize, tint; // poseAndSize: pose, wingspan, held pose and its weight
in vec3 place;                         // relative to the eye, m
uniform sampler2D poses;
uniform ivec3 shape;                 // vertices, poses of the wingbeat, texels in a row
uniform mat4 viewProjection;
out vec3 fromEye, normal, frontColour, backColour;
out vec4 mark;
out float thin;

vec3 linear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }
vec3 rotated(vec3 v) { return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v); }
vec4 texel(int pose) {
    int k = pose * shape.x + gl_VertexID;
    return texelFetch(poses, ivec2(k % shape.z, k / shape.z), 0);
}
vec3 unpacked(float n) {
    float x = floor(n / 65536.0), y = floor((n - x * 65536.0) / 256.0);
    return (vec3(x, y, n - x * 65536.0 - y * 256.0) - 128.0) / 127.0;
}
void main() {
    int a = int(poseAndSize.x) % shape.y;
    vec4 p = texel(a), q = texel((a + 1) % shape.y);
    float share = fract(poseAndSize.x);
    vec3 at = mix(p.xyz, q.xyz, share), n = mix(unpacked(p.w), unpacked(q.w), share);
    if (poseAndSize.w > 0.0) {
        vec4 held = texel(int(poseAndSize.z));
        at = mix(at, held.xyz, poseAndSize.w);
        n = mix(n, unpacked(held.w), poseAndSize.w);
    }
    fromEye = place + poseAndSize.y * rotated(at);
    normal = rotated(n);
    frontColour = linear(front.rgb);
    backColour = linear(back.rgb);
    thin = smoothstep(0.05, 0.2, abs(at.x));
    mark = tint;
    gl_Position = viewProjection * vec4(fromEye, 1.0);
}`;

/**
 * GLSL function ambient(n): the light from all directions that falls on a surface with the normal n; see
 * Light.ambient.
 */
const around = `
uniform vec3 ambientMean, ambientSun, ambientUp;
vec3 ambient(vec3 n) { return max(ambientMean + ambientSun * dot(n.xz, sunAzimuth) + ambientUp * n.y, 0.0); }
`;

export const birdFragment = `${air}${around}
in vec3 fromEye, normal, frontColour, backColour;
in vec4 mark;
in float thin;
out vec4 colour;

void main() {
    vec3 n = normalize(gl_FrontFacing ? normal : -normal);
    float distance = length(fromEye);
    vec3 d = fromEye / distance;
    vec3 own = mix(gl_FrontFacing ? frontColour : backColour, mark.rgb, mark.a);
    float facing = dot(n, keyDirection), edge = 1.0 - abs(dot(n, d)), before = max(dot(d, keyDirection), 0.0);
    vec3 light = own * (ambient(n) + keyLight * (max(facing, 0.0) / PI));
    // Light shines through feathers.
    light += 0.2 * 0.6 * thin * sqrt(own) * (ambient(-n) + keyLight * (max(-facing, 0.0) / PI));
    light += keyLight * (edge * edge * edge * before * before * 0.22 * (0.15 + 0.5 * thin));     // rim light
    light = mix(light, mark.rgb * 0.5 / hazes.z, 0.5 * mark.a); // so that leaders are visible against the sun
    if (hazes.w > 0.5) { colour = vec4(sqrt(mix(own, mark.rgb, mark.a) * (0.55 + 0.45 * max(n.y, 0.0))), 1.0); return; }
    colour = vec4(toneMap(throughAir(light, d, distance)), 1.0);
}`;

/** Attributes of solidVertex, by location. */
export const solidAttributes = ["place", "outward", "tone"];

export const solidVertex = `
in vec3 place, outward, tone; // m, in the obstacle's coordinates; sRGB
uniform vec3 eye;
uniform mat4x3 placement;
uniform mat4 viewProjection;
out vec3 fromEye, normal, own;
void main() {
    fromEye = placement * vec4(place, 1.0) - eye;
    normal = transpose(inverse(mat3(placement))) * outward;
    own = tone * (tone * (tone * 0.305306011 + 0.682171111) + 0.012522878);
    gl_Position = viewProjection * vec4(fromEye, 1.0);
}`;

export const solidFragment = `${air}${around}
in vec3 fromEye, normal, own;
out vec4 colour;
void main() {
    vec3 n = normalize(normal);
    float distance = length(fromEye);
    if (hazes.w > 0.5) { colour = vec4(sqrt(own * (0.6 + 0.4 * max(n.y, 0.0))), 1.0); return; }
    vec3 light = own * (ambient(n) + keyLight * (max(dot(n, keyDirection), 0.0) / PI));
    colour = vec4(toneMap(throughAir(light, fromEye / distance, distance)), 1.0);
}`;

export const ribbonAttributes = ["place", "ink"];

export const ribbonVertex = `
in vec3 place; // relative to the eye, m
in vec4 ink;   // linear colour and opacity
uniform mat4 viewProjection;
out vec4 shown;
void main() {
    shown = vec4(sqrt(ink.rgb), ink.a);
    gl_Position = viewProjection * vec4(place, 1.0);
}`;

export const ribbonFragment = `
in vec4 shown;
out vec4 colour;
void main() { colour = vec4(shown.rgb * shown.a, shown.a); }`;
