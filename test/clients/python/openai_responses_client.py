import json

import openai
import scene
from pydantic import BaseModel
from scene import equal, loop

client = openai.OpenAI(base_url=scene.BASE_URL, api_key=scene.API_KEY, max_retries=0)
TOOL = {
    "type": "function",
    "name": "find_customer",
    "description": "Finds a customer.",
    "strict": False,
    "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
}


class Person(BaseModel):
    name: str
    email: str


def user(content: str) -> dict:
    return {"role": "user", "content": content}


def answered(response) -> list:
    """Returns the items of a response for the next request."""
    return [item.model_dump(exclude_none=True) for item in response.output]


@loop
def second_turn() -> None:
    given: list = [user(scene.GREETING)]
    for said in (scene.GREETING, scene.REMINDER):
        if said != scene.GREETING:
            given.append(user(said))
        response = client.responses.create(model=scene.MODEL, input=given)
        equal(response.output_text, f"You said: {said}")
        given += answered(response)


@loop
def tool_loop() -> None:
    given: list = [user(scene.LOOK_UP)]
    response = client.responses.create(model=scene.MODEL, input=given, tools=[TOOL])
    (call,) = [item for item in response.output if item.type == "function_call"]
    equal(json.loads(call.arguments), {"name": scene.NAME})
    given += answered(response)
    given.append({"type": "function_call_output", "call_id": call.call_id, "output": scene.FOUND})
    response = client.responses.create(model=scene.MODEL, input=given, tools=[TOOL])
    equal(response.output_text, f"The tool says: {scene.FOUND}")


@loop
def tool_call_streamed() -> None:
    with client.responses.stream(model=scene.MODEL, input=scene.LOOK_UP, tools=[TOOL]) as stream:
        response = stream.get_final_response()
    (call,) = [item for item in response.output if item.type == "function_call"]
    equal(json.loads(call.arguments), {"name": scene.NAME})


@loop
def structured_output() -> None:
    response = client.responses.parse(model=scene.MODEL, input=scene.TELL, text_format=Person)
    equal(response.output_parsed, Person(name=scene.NAME, email=scene.EMAIL))


@loop
def stream() -> None:
    shown = ""
    for event in client.responses.create(model=scene.MODEL, input=scene.GREETING, stream=True):
        if event.type == "response.output_text.delta":
            shown += event.delta
    equal(shown, f"You said: {scene.GREETING}")


@loop
def what_is_not_kept() -> None:
    try:
        client.responses.create(model=scene.MODEL, input=scene.GREETING, previous_response_id="resp_1")
    except openai.BadRequestError as error:
        equal(error.param, "previous_response_id")
    else:
        raise AssertionError("no error")


@loop
def errors() -> None:
    for content, kind in ((scene.TOO_LONG, openai.BadRequestError), (scene.TOO_OFTEN, openai.RateLimitError)):
        try:
            client.responses.create(model=scene.MODEL, input=content)
        except openai.APIStatusError as error:
            equal(type(error), kind)
        else:
            raise AssertionError("no error")


scene.run_all()
