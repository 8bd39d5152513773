// Returns the fraction of light that water reflects at a cosine of incidence (Schlick, n = 1.33).
// The reflectance at normal incidence is ((n - 1)/(n + 1))² = 0.0201.
float fresnel(float cosine) {
    float x = 1.0 - cosine, x2 = x * x;
    return 0.0201 + 0.9799 * x2 * x2 * x;
}
