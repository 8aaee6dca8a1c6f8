"""Reads the document's example of a job with the generated client, delivered and not yet delivered: FOLDER DOCUMENT."""

import importlib
import json
import pathlib
import sys

folder, document = sys.argv[1:]
package = next(pathlib.Path(folder).glob("*/client.py")).parent.name
sys.path.insert(0, folder)
models = importlib.import_module(f"{package}.models")
answer = json.load(open(document))["paths"]["/ai/v1/job/{job_id}"]["get"]["responses"]["200"]
example = answer["content"]["application/json"]["example"]
assert example["delivery"] is not None
for job in (example, {**example, "delivery": None}):
    assert models.JobDto.from_dict(job).to_dict() == job
