// What a surface is made of besides its colour: glTF 2.0's metallic-roughness material, by
// appendix B of its specification (the distribution of Trowbridge and Reitz, Smith's masking,
// Schlick's Fresnel), and a thin film over it, by Airy's sum.
uniform sampler2D normalMap; // of the surface, in the space of its texture coordinates
uniform sampler2D madeMap;   // r: share of the light from all around, g: roughness, b: metal
uniform sampler2D glowMap;
uniform sampler2D filmMap;   // r: share of the surface that the film covers, g: how thick it is, b: what straight is times
uniform sampler2D sentMap;   // by cosine and roughness, of even light: what is sent back for the light at normal incidence, and besides
uniform sampler2D beatMap;   // mean of the cosine of what a path makes of a wave, over the wavelengths of red, green and blue
uniform vec4 made;           // metal, roughness, how much normals lean, how much of madeMap.r holds
uniform vec4 film;           // share, refractive index, µm where it is thinnest and thickest
uniform vec2 straight;       // share of light that is sent back at normal incidence, but by metal, and, beside it, at all
uniform vec3 glow;

struct Made {
    float metal, rough, open;
    vec2 film; // share, µm
    float back; // share of what is sent back as by a mirror
    float near; // 0: as seen from afar, where of all that nothing is told
};

// What is told of a place of the textures.
Made madeAt(vec2 uv, float near) {
    vec3 m = texture(madeMap, uv).rgb;
    vec3 f = texture(filmMap, uv).rgb;
    return Made(made.x * m.b * near, made.y * m.g, mix(1.0, m.r, made.w * near), vec2(film.x * f.r, mix(film.z, film.w, f.g)), straight.y * f.b, near);
}

vec3 glowAt(vec2 uv) { return glow * texture(glowMap, uv).rgb; }

// The unit normal that the map has for a surface of unit normal n. Along the texture's rows
// the surface runs as rows has it, and across them by the sign of rows.w; or, where that is 0,
// as it does from pixel to pixel.
vec3 leaning(vec3 n, vec4 rows, vec3 place, vec2 uv, float near) {
    vec3 lean = 2.0 * texture(normalMap, uv).xyz - 1.0;
    vec3 px = dFdx(place), py = dFdy(place);
    vec2 tx = dFdx(uv), ty = dFdy(uv);
    float turned = tx.x * ty.y - tx.y * ty.x < 0.0 ? -1.0 : 1.0;
    vec3 right = rows.xyz, up = cross(n, rows.xyz) * rows.w;
    if (rows.w == 0.0) {
        right = (px * ty.y - py * tx.y) * turned;
        up = (px * ty.x - py * tx.x) * turned;
    }
    right -= n * dot(n, right);
    float size = dot(right, right);
    if (size < 1e-30) return n;
    right *= inversesqrt(size);
    vec3 across = cross(n, right);
    across = dot(across, up) < 0.0 ? -across : across;
    lean.xy *= made.z * near;
    return normalize(right * lean.x + across * lean.y + n * max(lean.z, 1e-3));
}

// Mean of cos(2 pi path / wavelength), path in µm.
vec3 beat(float path) { return textureLod(beatMap, vec2(path / BEAT_FAR + 0.5 / float(BEATS), 0.5), 0.0).rgb; }

// Light that one polarisation sends back, of the amplitudes that the film's two sides do.
// With q their product the sum of all that goes to and fro is
// 1 - (1 - outer²)(1 - inner²) / |1 + q exp(i phase)|², and one over that square
// (1 + 2 sum over m of (-q)^m cos(m phase)) / (1 - q²).
vec3 airy(float outer, vec3 inner, vec3 once, vec3 twice) {
    vec3 q = outer * inner, q2 = q * q;
    return 1.0 - (1.0 - outer * outer) * (1.0 - inner * inner) / (1.0 - q2) * (1.0 - 2.0 * q * once + 2.0 * q2 * twice);
}

// Share of light that a film sends back at a cosine of incidence, over what sends back so
// much at normal incidence.
vec3 filmed(float c, vec3 below, float index, float thick) {
    float s2 = 1.0 - c * c;
    vec3 root = sqrt(clamp(below, 0.0, 0.98)), n = (1.0 + root) / (1.0 - root);
    float inside = sqrt(max(1.0 - s2 / (index * index), 0.0));
    vec3 deep = sqrt(max(1.0 - s2 / (n * n), 0.0));
    float path = 2.0 * index * thick * inside;
    vec3 once = beat(path), twice = beat(2.0 * path);
    vec3 across = airy((c - index * inside) / (c + index * inside), (index * inside - n * deep) / (index * inside + n * deep), once, twice);
    vec3 along = airy((index * c - inside) / (index * c + inside), (n * inside - index * deep) / (n * inside + index * deep), once, twice);
    return clamp(0.5 * (across + along), 0.0, 1.0);
}

// Light from around a direction, the wider the rougher what it is seen in.
vec3 around(vec3 r, float rough) {
    vec3 seen = mix(bounced.rgb, sky(normalize(vec3(r.x, max(r.y, 0.0) + 1e-4, r.z))), smoothstep(-rough - 0.01, rough + 0.01, r.y));
    return mix(seen, ambient(r), rough);
}

// Light of a surface of colour own and unit normal n, seen in unit direction d, with so much
// sun.
vec3 reflected(vec3 own, Made m, vec3 n, vec3 d, vec3 sunny) {
    float nv = clamp(-dot(n, d), 1e-3, 1.0);
    float most = mix(m.back, 1.0, m.metal);
    vec3 f0 = mix(vec3(straight.x), own, m.metal);
    vec3 matte = own * (1.0 - m.metal);

    vec2 sent = textureLod(sentMap, (vec2(nv, m.rough) * (float(SENT_SIDE) - 1.0) + 0.5) / float(SENT_SIDE), 0.0).rg;
    vec3 back = f0 * sent.x + sent.y;
    if (m.film.x > 0.0) back = mix(back, filmed(nv, f0, film.y, m.film.y) * (sent.x + sent.y), m.film.x);
    back *= most * m.near;
    vec3 lit = ((1.0 - back) * matte * ambient(n) + back * around(reflect(d, n), m.rough)) * m.open;

    float nl = dot(n, sunDirection.xyz);
    if (nl <= 0.0) return lit;
    vec3 h = normalize(sunDirection.xyz - d);
    float nh = max(dot(n, h), 0.0), vh = clamp(-dot(d, h), 0.0, 1.0);
    float x = 1.0 - vh, x2 = x * x;
    vec3 f = f0 + (1.0 - f0) * (x2 * x2 * x);
    if (m.film.x > 0.0) f = mix(f, filmed(vh, f0, film.y, m.film.y), m.film.x);
    f *= most * m.near;
    float a = max(m.rough * m.rough, DISC_RADIUS), a2 = a * a; // the sun is no point
    float spread = nh * nh * (a2 - 1.0) + 1.0;
    float seen = 1.0 / ((nl + sqrt(a2 + (1.0 - a2) * nl * nl)) * (nv + sqrt(a2 + (1.0 - a2) * nv * nv)));
    return lit + sunny * nl * ((1.0 - f) * matte / PI + f * (a2 * seen / (PI * spread * spread)));
}
