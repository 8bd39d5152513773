// Draws a species of a flock by skein, for Unreal Engine 5.
#pragma once

#include "CoreMinimal.h"
#include "GameFramework/Actor.h"
#include "GenericPlatform/GenericPlatformFile.h"
#include "SkeinFlock.generated.h"

class UInstancedStaticMeshComponent;
class UMaterialInstanceDynamic;

// The numbers of a bird in a frame, in the order of birds.f32.
struct FSkeinBird
{
	float X, Y, Z, QX, QY, QZ, QW, Phase, Stance, Weight, Size, Flags;
};

// What is drawn of a bird: its place in the actor and the numbers that the material reads.
struct FSkeinPose
{
	FTransform Place;
	float Phase, Stance, Weight;
};

UCLASS()
class ASkeinFlock : public AActor
{
	GENERATED_BODY()

public:
	ASkeinFlock();
	virtual void BeginPlay() override;
	virtual void Tick(float DeltaSeconds) override;

	// Shows an instant, in frames since the first one.
	void DrawFrame(double At);

	// Returns a bird between two frames.
	static FSkeinPose Between(const FSkeinBird& A, const FSkeinBird& B, float Share);

	// Holds the mesh and the material of the birds.
	UPROPERTY(VisibleAnywhere, Category = "Skein")
	UInstancedStaticMeshComponent* Birds;

	// The folder with flock.json, below Content.
	UPROPERTY(EditAnywhere, Category = "Skein")
	FString Folder = TEXT("Flock");

	// The species, counted from 0.
	UPROPERTY(EditAnywhere, Category = "Skein")
	int32 Species = 0;

	UPROPERTY(EditAnywhere, Category = "Skein")
	bool bPlaying = true;

	UPROPERTY(EditAnywhere, Category = "Skein")
	float Speed = 1;

private:
	bool Open();
	void Read(int32 Frame, TArray<FSkeinBird>& Into);

	TUniquePtr<IFileHandle> Cache;
	TArray<FSkeinBird> First, Second;
	int32 Count = 0, Frames = 0;
	double FPS = 30, Time = 0;
};
