// Physically based materials: glTF 2.0's metallic-roughness material as in appendix B of its
// specification (Trowbridge-Reitz distribution, Smith masking, Schlick Fresnel), a thin film
// (Airy summation), and fibres (KHR_materials_sheen).
uniform sampler2D normalMap; // normals in tangent space
uniform sampler2D pbrMap;   // r: ambient occlusion, g: roughness, b: metallic
uniform sampler2D emissiveMap;
uniform sampler2D iridescenceMap;   // r: strength of the film, g: its thickness, b: factor for specular.y
uniform sampler2D brdfMap;   // by cosine and roughness: reflection of uniform light; r: factor for f0, g: constant, b: reflection by fibres
uniform sampler2D interferenceMap;   // by path difference: mean cosine of the phase over the wavelengths of red, green and blue
uniform vec4 pbrFactors;           // x: metallic; y: roughness; z: normal scale; w: occlusion strength
uniform vec4 iridescence;           // x: strength; y: refractive index; z and w: smallest and largest thickness, µm
uniform vec2 specular;       // x: reflectance of non-metals at normal incidence; y: specular strength
uniform vec3 emissive;
uniform sampler2D sheenMap;  // factor for sheen
uniform vec4 sheen;          // rgb: colour of fibres; a: their roughness

struct SurfaceParameters {
    float metallic, roughness, occlusion;
    vec2 film; // strength of the film, and its thickness in µm
    float specular; // strength of the specular reflection of non-metals
    vec4 sheen; // colour and roughness of fibres
    float near; // 1 for nearby surfaces; the effects of the textures fade out towards 0
};

// Reads the parameters at texture coordinates.
SurfaceParameters surfaceAt(vec2 uv, float near) {
    vec3 m = texture(pbrMap, uv).rgb;
    vec3 f = texture(iridescenceMap, uv).rgb;
    vec4 s = vec4(0.0);
    if (sheen.rgb != vec3(0.0)) s = vec4(sheen.rgb * near, sheen.a) * texture(sheenMap, uv);
    return SurfaceParameters(pbrFactors.x * m.b * near, pbrFactors.y * m.g, mix(1.0, m.r, pbrFactors.w * near), vec2(iridescence.x * f.r, mix(iridescence.z, iridescence.w, f.g)), specular.y * f.b, s, near);
}

vec3 emissiveAt(vec2 uv) { return emissive * texture(emissiveMap, uv).rgb; }

// Returns the unit normal from the normal map, for a surface with unit normal n. tangent.xyz points
// along the rows of the texture and tangent.w is the sign of the bitangent. If tangent.w is 0, the
// tangent comes from screen-space derivatives.
vec3 mappedNormal(vec3 n, vec4 tangent, vec3 place, vec2 uv, float near) {
    vec3 lean = 2.0 * texture(normalMap, uv).xyz - 1.0;
    vec3 px = dFdx(place), py = dFdy(place);
    vec2 tx = dFdx(uv), ty = dFdy(uv);
    float turned = tx.x * ty.y - tx.y * ty.x < 0.0 ? -1.0 : 1.0;
    vec3 right = tangent.xyz, up = cross(n, tangent.xyz) * tangent.w;
    if (tangent.w == 0.0) {
        right = (px * ty.y - py * tx.y) * turned;
        up = (px * ty.x - py * tx.x) * turned;
    }
    right -= n * dot(n, right);
    float size = dot(right, right);
    if (size < 1e-30) return n;
    right *= inversesqrt(size);
    vec3 across = cross(n, right);
    across = dot(across, up) < 0.0 ? -across : across;
    lean.xy *= pbrFactors.z * near;
    return normalize(right * lean.x + across * lean.y + n * max(lean.z, 1e-3));
}

// Returns the mean of cos(2 pi path / wavelength) for a path in µm.
vec3 interference(float path) { return textureLod(interferenceMap, vec2(path / BEAT_FAR + 0.5 / float(BEATS), 0.5), 0.0).rgb; }

// Returns the reflectance for one polarization, from the reflected amplitudes of the film's outer
// and inner side. With their product q, the sum over all internal reflections is
// 1 - (1 - outer²)(1 - inner²) / |1 + q exp(i phase)|², and 1 / |1 + q exp(i phase)|² is
// (1 + 2 sum over m of (-q)^m cos(m phase)) / (1 - q²).
vec3 airy(float outer, vec3 inner, vec3 once, vec3 twice) {
    vec3 q = outer * inner, q2 = q * q;
    return 1.0 - (1.0 - outer * outer) * (1.0 - inner * inner) / (1.0 - q2) * (1.0 - 2.0 * q * once + 2.0 * q2 * twice);
}

// Returns the reflectance of a film at a cosine of incidence. below is the reflectance of the
// material under it at normal incidence.
vec3 filmReflectance(float c, vec3 below, float index, float thick) {
    float s2 = 1.0 - c * c;
    vec3 root = sqrt(clamp(below, 0.0, 0.98)), n = (1.0 + root) / (1.0 - root);
    float inside = sqrt(max(1.0 - s2 / (index * index), 0.0));
    vec3 deep = sqrt(max(1.0 - s2 / (n * n), 0.0));
    float path = 2.0 * index * thick * inside;
    vec3 once = interference(path), twice = interference(2.0 * path);
    vec3 across = airy((c - index * inside) / (c + index * inside), (index * inside - n * deep) / (index * inside + n * deep), once, twice);
    vec3 along = airy((index * c - inside) / (index * c + inside), (n * inside - index * deep) / (n * inside + index * deep), once, twice);
    return clamp(0.5 * (across + along), 0.0, 1.0);
}

// Returns the light from directions around r. For a rougher surface, the light comes from a wider
// cone. The widening by roughness was chosen by eye.
vec3 environment(vec3 r, float rough) {
    vec3 radiance = mix(groundRadiance.rgb, sky(normalize(vec3(r.x, max(r.y, 0.0) + 1e-4, r.z))), smoothstep(-rough - 0.01, rough + 0.01, r.y));
    return mix(radiance, ambient(r), rough);
}

// Returns the reflection of uniform light at a cosine (see brdfMap).
vec3 directionalAlbedo(float c, float rough) {
    return textureLod(brdfMap, (vec2(c, rough) * (float(SENT_SIDE) - 1.0) + 0.5) / float(SENT_SIDE), 0.0).rgb;
}

// Returns the logarithm of the shadowing function of fibres at a cosine. a is the roughness squared.
// The fit is by A. C. Estevez and C. Kulla, Production friendly microfacet sheen BRDF, SIGGRAPH
// 2017.
float sheenLogLambda(float c, float a) {
    float t = (1.0 - a) * (1.0 - a);
    return mix(21.5473, 25.3245, t) / (1.0 + mix(3.82987, 3.32435, t) * pow(c, mix(0.19823, 0.16801, t)))
        + mix(-1.97760, -1.27393, t) * c + mix(-4.32054, -4.85967, t);
}

float sheenLambda(float c, float a) {
    return exp(c < 0.5 ? sheenLogLambda(c, a) : 2.0 * sheenLogLambda(0.5, a) - sheenLogLambda(1.0 - c, a));
}

// Returns the fraction of sunlight that fibres reflect, by the Charlie distribution of the same
// authors.
float sheenReflectance(float nl, float nv, float nh, float rough) {
    float a = rough * rough;
    float often = (2.0 + 1.0 / a) * pow(max(1.0 - nh * nh, 1e-7), 0.5 / a) / (2.0 * PI);
    return often / ((1.0 + sheenLambda(nv, a) + sheenLambda(nl, a)) * 4.0 * nl * nv);
}

// Returns the light of a surface with unit normal n, seen in unit direction d. sunny is the
// sunlight that reaches it.
vec3 shadeSurface(vec3 ownColour, SurfaceParameters m, vec3 n, vec3 d, vec3 sunny) {
    float nv = clamp(-dot(n, d), 1e-3, 1.0);
    float most = mix(m.specular, 1.0, m.metallic);
    vec3 f0 = mix(vec3(specular.x), ownColour, m.metallic);
    vec3 matte = ownColour * (1.0 - m.metallic);

    vec2 brdf = directionalAlbedo(nv, m.roughness).rg;
    vec3 back = f0 * brdf.x + brdf.y;
    if (m.film.x > 0.0) back = mix(back, filmReflectance(nv, f0, iridescence.y, m.film.y) * (brdf.x + brdf.y), m.film.x);
    back *= most * m.near;
    vec3 lit = ((1.0 - back) * matte * ambient(n) + back * environment(reflect(d, n), m.roughness)) * m.occlusion;

    float fuzz = max(m.sheen.r, max(m.sheen.g, m.sheen.b)), soft = max(m.sheen.a, FUZZIEST), left = 1.0;
    if (fuzz > 0.0) { // light that fibres reflect does not reach the surface below
        float fibreAlbedo = directionalAlbedo(nv, soft).b;
        left = 1.0 - fuzz * fibreAlbedo;
        lit = left * lit + m.sheen.rgb * fibreAlbedo * ambient(n) * m.occlusion;
    }
    float nl = dot(n, sunDirection.xyz);
    if (nl <= 0.0) return lit;
    vec3 h = normalize(sunDirection.xyz - d);
    float nh = max(dot(n, h), 0.0), vh = clamp(-dot(d, h), 0.0, 1.0);
    float x = 1.0 - vh, x2 = x * x;
    vec3 f = f0 + (1.0 - f0) * (x2 * x2 * x);
    if (m.film.x > 0.0) f = mix(f, filmReflectance(vh, f0, iridescence.y, m.film.y), m.film.x);
    f *= most * m.near;
    float a = max(m.roughness * m.roughness, DISC_RADIUS), a2 = a * a; // at least DISC_RADIUS, because the sun is a disc
    float spread = nh * nh * (a2 - 1.0) + 1.0;
    float visibility = 1.0 / ((nl + sqrt(a2 + (1.0 - a2) * nl * nl)) * (nv + sqrt(a2 + (1.0 - a2) * nv * nv)));
    vec3 share = (1.0 - f) * matte / PI + f * (a2 * visibility / (PI * spread * spread));
    if (fuzz > 0.0) share = min(left, 1.0 - fuzz * directionalAlbedo(nl, soft).b) * share + m.sheen.rgb * sheenReflectance(clamp(nl, 1e-3, 1.0), nv, nh, soft);
    return lit + sunny * nl * share;
}
