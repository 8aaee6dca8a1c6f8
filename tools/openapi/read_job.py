"""Reads the document's example of a delivered job with the generated client: FOLDER DOCUMENT."""

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
assert models.JobDto.from_dict(example).to_dict() == example
