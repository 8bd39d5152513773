// Prints the birds of a point cache at instants: check CACHE BIRDS INSTANT...
#include "SkeinFlock.h"

int main(int argc, char** argv)
{
	std::FILE* file = std::fopen(argv[1], "rb");
	const int birds = std::atoi(argv[2]);
	std::fseek(file, 0, SEEK_END);
	const int frames = static_cast<int>(std::ftell(file) / (48L * birds));
	std::vector<FSkeinBird> a(birds), b(birds);
	for (int k = 3; k < argc; k++) {
		const double at = std::atof(argv[k]);
		const int first = static_cast<int>(at), last = std::min(first + 1, frames - 1);
		std::fseek(file, 48L * birds * first, SEEK_SET);
		if (std::fread(a.data(), 48, birds, file) != static_cast<size_t>(birds)) return 1;
		std::fseek(file, 48L * birds * last, SEEK_SET);
		if (std::fread(b.data(), 48, birds, file) != static_cast<size_t>(birds)) return 1;
		for (int i = 0; i < birds; i++) {
			const FSkeinPose p = ASkeinFlock::Between(a[i], b[i], static_cast<float>(at - first));
			const FVector& t = p.Place.Translation;
			const FQuat& q = p.Place.Rotation;
			std::printf("%g %d %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", at, i, t.X, t.Y, t.Z, q.X, q.Y, q.Z, q.W, p.Phase, p.Place.Scale.X);
		}
	}
}
