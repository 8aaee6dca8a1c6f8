import json
import os

# Without this, litellm downloads its price list.
os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
import scene
from pydantic import BaseModel
from scene import equal, loop

TOOL = {
    "type": "function",
    "function": {
        "name": "find_customer",
        "description": "Finds a customer.",
        "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    },
}


class Person(BaseModel):
    name: str
    email: str


def user(content: str) -> dict:
    return {"role": "user", "content": content}


def complete(messages: list, **options: object):
    return litellm.completion(
        model=f"openai/{scene.MODEL}",
        api_base=scene.BASE_URL,
        api_key=scene.API_KEY,
        messages=messages,
        num_retries=0,
        max_retries=0,
        **options,
    )


@loop
def second_turn() -> None:
    messages: list = [user(scene.GREETING)]
    for said in (scene.GREETING, scene.REMINDER):
        if said != scene.GREETING:
            messages.append(user(said))
        response = complete(messages)
        equal(response.choices[0].message.content, f"You said: {said}")
        messages.append(response.choices[0].message)


@loop
def tool_loop() -> None:
    messages: list = [user(scene.LOOK_UP)]
    message = complete(messages, tools=[TOOL]).choices[0].message
    (call,) = message.tool_calls
    equal(json.loads(call.function.arguments), {"name": scene.NAME})
    messages += [
        message,
        {"role": "tool", "tool_call_id": call.id, "name": call.function.name, "content": scene.FOUND},
    ]
    equal(complete(messages, tools=[TOOL]).choices[0].message.content, f"The tool says: {scene.FOUND}")


@loop
def tool_loop_streamed() -> None:
    messages: list = [user(scene.LOOK_UP)]
    chunks = list(complete(messages, tools=[TOOL], stream=True))
    message = litellm.stream_chunk_builder(chunks, messages=messages).choices[0].message
    (call,) = message.tool_calls
    equal(json.loads(call.function.arguments), {"name": scene.NAME})
    messages += [message, {"role": "tool", "tool_call_id": call.id, "content": scene.FOUND}]
    equal(complete(messages, tools=[TOOL]).choices[0].message.content, f"The tool says: {scene.FOUND}")


@loop
def structured_output() -> None:
    content = complete([user(scene.TELL)], response_format=Person).choices[0].message.content
    equal(Person.model_validate_json(content), Person(name=scene.NAME, email=scene.EMAIL))


@loop
def stream() -> None:
    shown = "".join(chunk.choices[0].delta.content or "" for chunk in complete([user(scene.GREETING)], stream=True))
    equal(shown, f"You said: {scene.GREETING}")


def failure(content: str) -> Exception:
    try:
        complete([user(content)])
    except Exception as error:
        return error
    raise AssertionError("no error")


@loop
def errors() -> None:
    equal(type(failure(scene.TOO_LONG)), litellm.ContextWindowExceededError)
    equal(type(failure(scene.TOO_OFTEN)), litellm.RateLimitError)


scene.run_all()
