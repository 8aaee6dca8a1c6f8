import json

import openai
import scene
from pydantic import BaseModel
from scene import equal, loop

client = openai.OpenAI(base_url=scene.BASE_URL, api_key=scene.API_KEY, max_retries=0)
TOOL = {
    "type": "function",
    "function": {
        "name": "find_customer",
        "description": "Finds a customer.",
        "strict": True,
        "parameters": {
            "type": "object",
            "properties": {"name": {"type": "string"}},
            "required": ["name"],
            "additionalProperties": False,
        },
    },
}


class Person(BaseModel):
    name: str
    email: str


def user(content: str) -> dict:
    return {"role": "user", "content": content}


@loop
def second_turn() -> None:
    messages: list = [user(scene.GREETING)]
    for said in (scene.GREETING, scene.REMINDER):
        if said != scene.GREETING:
            messages.append(user(said))
        response = client.chat.completions.create(model=scene.MODEL, messages=messages)
        equal(response.choices[0].message.content, f"You said: {said}")
        messages.append(response.choices[0].message)


@loop
def tool_loop() -> None:
    messages: list = [user(scene.LOOK_UP)]
    message = client.chat.completions.create(model=scene.MODEL, messages=messages, tools=[TOOL]).choices[0].message
    (call,) = message.tool_calls
    equal(json.loads(call.function.arguments), {"name": scene.NAME})
    messages += [message, {"role": "tool", "tool_call_id": call.id, "content": scene.FOUND}]
    response = client.chat.completions.create(model=scene.MODEL, messages=messages, tools=[TOOL])
    equal(response.choices[0].message.content, f"The tool says: {scene.FOUND}")


@loop
def tool_loop_streamed() -> None:
    messages: list = [user(scene.LOOK_UP)]
    with client.chat.completions.stream(model=scene.MODEL, messages=messages, tools=[TOOL]) as stream:
        stream.until_done()
        choice = stream.get_final_completion().choices[0]
    equal(choice.finish_reason, "tool_calls")
    (call,) = choice.message.tool_calls
    equal(json.loads(call.function.arguments), {"name": scene.NAME})
    messages += [choice.message, {"role": "tool", "tool_call_id": call.id, "content": scene.FOUND}]
    response = client.chat.completions.create(model=scene.MODEL, messages=messages, tools=[TOOL])
    equal(response.choices[0].message.content, f"The tool says: {scene.FOUND}")


@loop
def structured_output() -> None:
    messages: list = [user(scene.TELL)]
    message = (
        client.chat.completions.parse(model=scene.MODEL, messages=messages, response_format=Person).choices[0].message
    )
    equal(message.parsed, Person(name=scene.NAME, email=scene.EMAIL))
    messages += [message, user(scene.REMINDER)]
    response = client.chat.completions.create(model=scene.MODEL, messages=messages)
    equal(response.choices[0].message.content, f"You said: {scene.REMINDER}")


@loop
def stream() -> None:
    chunks = client.chat.completions.create(model=scene.MODEL, messages=[user(scene.GREETING)], stream=True)
    shown = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    equal(shown, f"You said: {scene.GREETING}")


def failure(content: str, **options: object) -> openai.APIStatusError:
    try:
        client.chat.completions.create(model=scene.MODEL, messages=[user(content)], **options)
    except openai.APIStatusError as error:
        return error
    raise AssertionError("no error")


@loop
def errors() -> None:
    for options in ({}, {"stream": True}):
        error = failure(scene.TOO_LONG, **options)
        equal((type(error), error.code), (openai.BadRequestError, "context_length_exceeded"))
    often = failure(scene.TOO_OFTEN)
    equal((type(often), often.response.headers["retry-after"]), (openai.RateLimitError, "1"))
    key = failure(scene.WRONG_KEY)
    equal((key.status_code, key.code), (502, "provider_configuration"))


scene.run_all()
