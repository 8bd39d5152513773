// Reads flock.json and the point cache, and moves an instance of a static mesh for each bird.
#include "SkeinFlock.h"

#include "Components/InstancedStaticMeshComponent.h"
#include "Dom/JsonObject.h"
#include "HAL/PlatformFileManager.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"

namespace
{
	const int32 Present = 1, Jumped = 2; // flags
}

ASkeinFlock::ASkeinFlock()
{
	PrimaryActorTick.bCanEverTick = true;
	Birds = CreateDefaultSubobject<UInstancedStaticMeshComponent>(TEXT("Birds"));
	Birds->NumCustomDataFloats = 3;
	RootComponent = Birds;
}

void ASkeinFlock::BeginPlay()
{
	Super::BeginPlay();
	if (!Open())
	{
		UE_LOG(LogTemp, Error, TEXT("skein: cannot read the flock in Content/%s"), *Folder);
		return;
	}
	TArray<FTransform> Places;
	Places.SetNum(Count);
	Birds->ClearInstances();
	Birds->AddInstances(Places, false);
	DrawFrame(0);
}

// Reads flock.json, gives its numbers to the materials, and opens the point cache.
bool ASkeinFlock::Open()
{
	const FString Path = FPaths::ProjectContentDir() / Folder;
	FString Text;
	TSharedPtr<FJsonObject> About;
	if (!FFileHelper::LoadFileToString(Text, *(Path / TEXT("flock.json"))) ||
		!FJsonSerializer::Deserialize(TJsonReaderFactory<>::Create(Text), About) ||
		!About->GetArrayField(TEXT("flocks")).IsValidIndex(Species))
	{
		return false;
	}
	const TSharedPtr<FJsonObject> Own = About->GetArrayField(TEXT("flocks"))[Species]->AsObject();
	Frames = static_cast<int32>(About->GetNumberField(TEXT("frames")));
	FPS = About->GetNumberField(TEXT("fps"));
	Count = Own->GetArrayField(TEXT("ids")).Num();
	for (int32 Slot = 0; Slot < Birds->GetNumMaterials(); Slot++)
	{
		if (UMaterialInstanceDynamic* Material = Birds->CreateDynamicMaterialInstance(Slot))
		{
			Material->SetScalarParameterValue(TEXT("Beat"), Own->GetNumberField(TEXT("beat")));
			Material->SetScalarParameterValue(TEXT("RowsPerPose"), Own->GetNumberField(TEXT("rows_per_pose")));
		}
	}
	Cache.Reset(FPlatformFileManager::Get().GetPlatformFile().OpenRead(*(Path / Own->GetStringField(TEXT("cache")))));
	return Cache.IsValid();
}

void ASkeinFlock::Tick(float DeltaSeconds)
{
	Super::Tick(DeltaSeconds);
	if (Cache.IsValid() && bPlaying)
	{
		Time = FMath::Fmod(Time + DeltaSeconds * Speed, Frames / FPS);
		DrawFrame(Time * FPS);
	}
}

void ASkeinFlock::DrawFrame(double At)
{
	if (!Cache.IsValid())
	{
		return;
	}
	At = FMath::Clamp(At, 0.0, static_cast<double>(Frames - 1));
	const int32 Frame = static_cast<int32>(At);
	Read(Frame, First);
	Read(FMath::Min(Frame + 1, Frames - 1), Second);
	TArray<FTransform> Places;
	Places.SetNum(Count);
	for (int32 i = 0; i < Count; i++)
	{
		const FSkeinPose Pose = Between(First[i], Second[i], static_cast<float>(At - Frame));
		Places[i] = Pose.Place;
		Birds->SetCustomDataValue(i, 0, Pose.Phase, false);
		Birds->SetCustomDataValue(i, 1, Pose.Stance, false);
		Birds->SetCustomDataValue(i, 2, Pose.Weight, false);
	}
	Birds->BatchUpdateInstancesTransforms(0, Places, false, true, true);
}

FSkeinPose ASkeinFlock::Between(const FSkeinBird& A, const FSkeinBird& B, float Share)
{
	const int32 From = static_cast<int32>(A.Flags), To = static_cast<int32>(B.Flags);
	if (!(From & Present))
	{
		return FSkeinPose{FTransform(FQuat::Identity, FVector::ZeroVector, FVector::ZeroVector), 0, 0, 0};
	}
	if (!(To & Present) || (To & Jumped))
	{
		Share = 0; // the bird leaves or jumps: keep it where it is in the first of the two frames
	}
	const FVector Position = FMath::Lerp(FVector(A.X, A.Y, A.Z), FVector(B.X, B.Y, B.Z), Share);
	const FQuat Rotation = FQuat::Slerp(FQuat(A.QX, A.QY, A.QZ, A.QW), FQuat(B.QX, B.QY, B.QZ, B.QW), Share);
	FSkeinPose Pose;
	Pose.Place = FTransform(Rotation, Position, FVector(A.Size, A.Size, A.Size));
	Pose.Phase = A.Phase + FMath::Frac(B.Phase - A.Phase) * Share;
	Pose.Stance = A.Weight > 0 ? A.Stance : B.Stance;
	Pose.Weight = B.Stance == Pose.Stance || B.Weight == 0 ? FMath::Lerp(A.Weight, B.Weight, Share) : A.Weight;
	return Pose;
}

// Reads a frame of the point cache.
void ASkeinFlock::Read(int32 Frame, TArray<FSkeinBird>& Into)
{
	const int64 Size = static_cast<int64>(Count) * sizeof(FSkeinBird);
	Into.SetNumZeroed(Count);
	Cache->Seek(Frame * Size);
	Cache->Read(reinterpret_cast<uint8*>(Into.GetData()), Size);
}
