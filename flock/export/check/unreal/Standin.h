// Stands in for the parts of Unreal Engine that the actor of an export uses, so that a C++ compiler can
// check it and Between can run. The signatures are those of Unreal's API reference, version 5.3.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

typedef int32_t int32;
typedef int64_t int64;
typedef uint8_t uint8;
typedef char TCHAR;
#define TEXT(x) x
#define UCLASS(...)
#define UPROPERTY(...)
#define GENERATED_BODY() typedef AActor Super;
#define UE_LOG(category, level, ...) std::fprintf(stderr, __VA_ARGS__)

struct FString {
	std::string s;
	FString(const char* text = "") : s(text) {}
	const TCHAR* operator*() const { return s.c_str(); }
	FString operator/(const FString& o) const { return (s + "/" + o.s).c_str(); }
};
struct FName { FName(const TCHAR*) {} };

template <class T> struct TArray {
	std::vector<T> v;
	void SetNum(int32 n) { v.resize(n); }
	void SetNumZeroed(int32 n) { v.resize(n); }
	int32 Num() const { return static_cast<int32>(v.size()); }
	bool IsValidIndex(int32 i) const { return i >= 0 && i < Num(); }
	T* GetData() { return v.data(); }
	T& operator[](int32 i) { return v[i]; }
	const T& operator[](int32 i) const { return v[i]; }
};
template <class T> struct TSharedPtr : std::shared_ptr<T> {};
template <class T> struct TUniquePtr {
	std::unique_ptr<T> p;
	void Reset(T* to) { p.reset(to); }
	bool IsValid() const { return p != nullptr; }
	T* operator->() const { return p.get(); }
};

struct FVector {
	double X, Y, Z;
	explicit FVector(double x = 0, double y = 0, double z = 0) : X(x), Y(y), Z(z) {}
	FVector operator+(const FVector& o) const { return FVector(X + o.X, Y + o.Y, Z + o.Z); }
	FVector operator-(const FVector& o) const { return FVector(X - o.X, Y - o.Y, Z - o.Z); }
	FVector operator*(double t) const { return FVector(X * t, Y * t, Z * t); }
	static const FVector ZeroVector;
};
inline const FVector FVector::ZeroVector;
struct FQuat {
	double X, Y, Z, W;
	explicit FQuat(double x = 0, double y = 0, double z = 0, double w = 1) : X(x), Y(y), Z(z), W(w) {}
	static const FQuat Identity;
	static FQuat Slerp(const FQuat& a, const FQuat& b, double t) {
		double dot = a.X * b.X + a.Y * b.Y + a.Z * b.Z + a.W * b.W, sign = dot < 0 ? -1 : 1;
		double angle = std::acos(std::fmin(1, std::fabs(dot))), p = 1 - t, q = t;
		if (angle > 1e-4) p = std::sin(angle * p) / std::sin(angle), q = std::sin(angle * q) / std::sin(angle);
		q *= sign;
		return FQuat(a.X * p + b.X * q, a.Y * p + b.Y * q, a.Z * p + b.Z * q, a.W * p + b.W * q);
	}
};
inline const FQuat FQuat::Identity;
struct FTransform {
	FQuat Rotation;
	FVector Translation, Scale;
	FTransform() : Scale(1, 1, 1) {}
	FTransform(const FQuat& r, const FVector& t, const FVector& s) : Rotation(r), Translation(t), Scale(s) {}
};
struct FMath {
	template <class T> static T Lerp(const T& a, const T& b, float t) { return a + (b - a) * t; }
	template <class T> static T Clamp(T v, T low, T high) { return v < low ? low : v > high ? high : v; }
	static int32 Min(int32 a, int32 b) { return a < b ? a : b; }
	static double Fmod(double a, double b) { return std::fmod(a, b); }
	static float Frac(float x) { return x - std::floor(x); }
};

struct FJsonObject;
struct FJsonValue { const TSharedPtr<FJsonObject>& AsObject(); };
struct FJsonObject {
	const TArray<TSharedPtr<FJsonValue>>& GetArrayField(const FString&) const;
	double GetNumberField(const FString&) const;
	FString GetStringField(const FString&) const;
};
template <class C = TCHAR> struct TJsonReader {};
template <class C = TCHAR> struct TJsonReaderFactory { static TSharedPtr<TJsonReader<C>> Create(const FString&); };
struct FJsonSerializer {
	template <class C> static bool Deserialize(const TSharedPtr<TJsonReader<C>>&, TSharedPtr<FJsonObject>&) { return false; }
};

class IFileHandle {
public:
	std::FILE* f;
	~IFileHandle() { std::fclose(f); }
	bool Seek(int64 to) { return std::fseek(f, to, SEEK_SET) == 0; }
	bool Read(uint8* into, int64 n) { return std::fread(into, 1, n, f) == static_cast<size_t>(n); }
};
struct IPlatformFile { IFileHandle* OpenRead(const TCHAR*); };
struct FPlatformFileManager {
	static FPlatformFileManager& Get();
	IPlatformFile& GetPlatformFile();
};
struct FFileHelper { static bool LoadFileToString(FString&, const TCHAR*); };
struct FPaths { static FString ProjectContentDir(); };

class UMaterialInstanceDynamic {
public:
	void SetScalarParameterValue(FName, float);
};
class UInstancedStaticMeshComponent {
public:
	int32 NumCustomDataFloats;
	void ClearInstances();
	TArray<int32> AddInstances(const TArray<FTransform>&, bool bShouldReturnIndices, bool bWorldSpace = false);
	bool BatchUpdateInstancesTransforms(int32, const TArray<FTransform>&, bool bWorldSpace, bool bMarkRenderStateDirty, bool bTeleport);
	bool SetCustomDataValue(int32 Instance, int32 Index, float Value, bool bMarkRenderStateDirty);
	int32 GetNumMaterials() const;
	UMaterialInstanceDynamic* CreateDynamicMaterialInstance(int32);
};
class AActor {
public:
	struct { bool bCanEverTick; } PrimaryActorTick;
	UInstancedStaticMeshComponent* RootComponent;
	virtual ~AActor() {}
	virtual void BeginPlay() {}
	virtual void Tick(float) {}
	template <class T> T* CreateDefaultSubobject(FName) { return new T(); }
};
