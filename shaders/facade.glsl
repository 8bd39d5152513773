// Walls with windows. uv counts windows along the wall and storeys above its foot.
#include "random.glsl"

// Returns the fraction of a pixel that bars cover. The pixel has width w and its centre at x; a bar
// reaches from a to b in every cell of length 1.
float boxCoverage(float x, float w, float a, float b) {
    vec2 ends = vec2(x - 0.5 * w, x + 0.5 * w);
    vec2 whole = floor(ends);
    vec2 sum = whole * (b - a) + clamp(ends - whole - a, 0.0, b - a);
    return (sum.y - sum.x) / w;
}

struct Wall {
    float glass; // fraction of the pixel that is glass
    float lit;   // mean brightness of the lit windows in the pixel
    float pane;  // tilt of a pane, -1 to 1
    float trim;  // factor for the wall's albedo
};

// Returns the wall at uv. facade holds the style (from 1), the number of storeys and the seed. The brightness
// of windows and the cornice were chosen by eye.
Wall wallAt(vec2 uv, vec2 width, vec3 facade) {
    // Left and right end, foot and top of the glass in a window's cell. They were chosen by eye.
    vec4 part = facade.x == float(MASONRY) ? vec4(0.26, 0.74, 0.24, 0.78) : facade.x == float(BANDS) ? vec4(0.04, 0.96, 0.36, 0.80) : vec4(0.05, 0.95, 0.05, 0.93);
    if (uv.y < 1.0) part = vec4(0.12, 0.88, 0.05, 0.78); // shop windows on the ground floor
    vec2 w = max(width, 1e-4);
    Wall wall;
    wall.glass = boxCoverage(uv.x, w.x, part.x, part.y) * boxCoverage(uv.y, w.y, part.z, part.w);
    if (uv.y > facade.y - 0.1) wall.glass = 0.0;
    vec2 window = floor(uv);
    float chance = random(window, facade.z);
    float share = 0.13; // fraction of windows that are lit, chosen by eye
    float far = smoothstep(0.35, 0.9, max(w.x, w.y)); // 1 means that single windows are smaller than a pixel
    float on = chance < share ? 0.25 + 0.75 * fract(chance * 77.0) : 0.0;
    wall.lit = mix(on, 0.6 * share, far);
    wall.pane = (1.0 - far) * (2.0 * fract(chance * 31.0) - 1.0);
    wall.trim = 1.0 - 0.22 * boxCoverage(uv.y, w.y, 0.90, 1.0);
    return wall;
}
