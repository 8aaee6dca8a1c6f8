"""Answers requests of Presidio's anonymizer with the package itself, as its server does: a list in, a list out."""

import json
import sys

from presidio_anonymizer import AnonymizerEngine, DeanonymizeEngine
from presidio_anonymizer.services.app_entities_convertor import AppEntitiesConvertor


def answer(request):
    if "anonymizer_results" in request:
        result = DeanonymizeEngine().deanonymize(
            text=request["text"],
            entities=AppEntitiesConvertor.deanonymize_entities_from_json(request),
            operators=AppEntitiesConvertor.operators_config_from_json(request["deanonymizers"]),
        )
    else:
        result = AnonymizerEngine().anonymize(
            text=request["text"],
            analyzer_results=AppEntitiesConvertor.analyzer_results_from_json(request["analyzer_results"]),
            operators=AppEntitiesConvertor.operators_config_from_json(request.get("anonymizers")),
        )
    return json.loads(result.to_json())


json.dump([answer(request) for request in json.load(sys.stdin)], sys.stdout)
