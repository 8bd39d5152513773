# Compares what alembic.cpp printed with a table of the same flight: alembic.py PRINTED.txt TABLE.csv
import csv
import math
import sys

printed, table = sys.argv[1:]
rows = {(int(r["frame"]), int(r["id"])): r for r in csv.DictReader(open(table))}
several = len({r["species"] for r in rows.values()}) > 1
worst = axis = 0
for line in open(printed):
    name, *n = line.split()
    time, id, *n = [float(x) for x in n]
    row = rows.pop((round(30 * time), int(id)), None)
    if row is None or several and name != row["species"]:
        sys.exit(f"alembic: {printed} has a bird that the table lacks: {line}")
    for k, c in enumerate("xyz"):
        worst = max(worst, abs(n[k] - float(row["p" + c])), abs(n[3 + k] - float(row["v" + c])))
    worst = max(worst, abs(n[11] - float(row["phase"])))
    x, y, z, w = n[7:11]
    nose = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]  # where +Z is
    back = [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)]  # where +Y is
    air = [float(row["air" + c]) for c in "xyz"]
    axis = max(axis, math.dist(nose, [c / math.hypot(*air) for c in air]), math.dist(back, [float(row["u" + c]) for c in "xyz"]))
    if [str(int(f)) for f in n[12:]] != [row[k] for k in ("leading", "gliding", "perched", "landing")]:
        sys.exit(f"alembic: other flags than {row}: {line}")
print(f"{printed}: at most {worst:.2g} m and {axis:.2g} of an axis off")
if rows or worst > 1e-4 or axis > 2e-3:
    sys.exit(f"alembic: {len(rows)} rows of {table} have no bird, or birds differ")
