// Prints the points of an Alembic file through Alembic's library, a line for each bird and frame: the
// object, the time, the id, P, velocity, width, orient, phase, leading, gliding, perched, landing.
#include <Alembic/AbcCoreOgawa/All.h>
#include <Alembic/AbcGeom/All.h>
#include <cstdio>

using namespace Alembic::AbcGeom;

static FloatArraySamplePtr floats(ICompoundProperty from, const char* name, const ISampleSelector& at)
{
	return IFloatGeomParam(from, name).getExpandedValue(at).getVals();
}

static Int32ArraySamplePtr flags(ICompoundProperty from, const char* name, const ISampleSelector& at)
{
	return IInt32GeomParam(from, name).getExpandedValue(at).getVals();
}

static void print(IPoints points)
{
	IPointsSchema& schema = points.getSchema();
	ICompoundProperty more = schema.getArbGeomParams();
	for (size_t frame = 0; frame < schema.getNumSamples(); frame++) {
		const ISampleSelector at(static_cast<index_t>(frame));
		IPointsSchema::Sample s;
		schema.get(s, at);
		const FloatArraySamplePtr width = schema.getWidthsParam().getExpandedValue(at).getVals();
		const FloatArraySamplePtr orient = floats(more, "orient", at), phase = floats(more, "phase", at);
		const Int32ArraySamplePtr leading = flags(more, "leading", at), gliding = flags(more, "gliding", at);
		const Int32ArraySamplePtr perched = flags(more, "perched", at), landing = flags(more, "landing", at);
		for (size_t i = 0; i < s.getPositions()->size(); i++) {
			const V3f p = (*s.getPositions())[i], v = (*s.getVelocities())[i];
			const float* q = orient->get() + 4 * i;
			std::printf("%s %.9g %llu %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %d %d %d %d\n",
				points.getName().c_str(), schema.getTimeSampling()->getSampleTime(frame),
				static_cast<unsigned long long>((*s.getIds())[i]), p.x, p.y, p.z, v.x, v.y, v.z, (*width)[0],
				q[0], q[1], q[2], q[3], (*phase)[i], (*leading)[i], (*gliding)[i], (*perched)[i], (*landing)[i]);
		}
	}
}

static void walk(IObject o)
{
	if (IPoints::matches(o.getMetaData()))
		print(IPoints(o));
	for (size_t k = 0; k < o.getNumChildren(); k++)
		walk(IObject(o, o.getChildHeader(k).getName()));
}

int main(int, char** argv)
{
	IArchive archive(Alembic::AbcCoreOgawa::ReadArchive(), argv[1]);
	walk(archive.getTop());
}
