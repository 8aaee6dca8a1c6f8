import openai
import scene
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
from scene import equal, loop

model = ChatOpenAI(model=scene.MODEL, base_url=scene.BASE_URL, api_key=scene.API_KEY, max_retries=0)
asked: list[str] = []


@tool
def find_customer(name: str) -> str:
    """Finds a customer."""
    asked.append(name)
    return scene.FOUND


class Person(BaseModel):
    name: str
    email: str


@loop
def second_turn() -> None:
    messages: list = [HumanMessage(scene.GREETING)]
    for said in (scene.GREETING, scene.REMINDER):
        if said != scene.GREETING:
            messages.append(HumanMessage(said))
        answer = model.invoke(messages)
        equal(answer.content, f"You said: {said}")
        messages.append(answer)


def run_tools(ask) -> None:
    asked.clear()
    messages: list = [HumanMessage(scene.LOOK_UP)]
    answer = ask(messages)
    messages.append(answer)
    (call,) = answer.tool_calls
    result = find_customer.invoke(call)
    if not isinstance(result, ToolMessage):
        raise AssertionError(result)
    messages.append(result)
    equal(asked, [scene.NAME])
    equal(ask(messages).content, f"The tool says: {scene.FOUND}")


@loop
def tool_loop() -> None:
    run_tools(model.bind_tools([find_customer]).invoke)


@loop
def tool_loop_streamed() -> None:
    bound = model.bind_tools([find_customer])

    def ask(messages: list):
        first, *others = bound.stream(messages)
        for chunk in others:
            first += chunk
        return first

    run_tools(ask)


@loop
def structured_output() -> None:
    for method in ("json_schema", "function_calling"):
        person = model.with_structured_output(Person, method=method).invoke(scene.TELL)
        equal(person, Person(name=scene.NAME, email=scene.EMAIL))


@loop
def stream() -> None:
    equal("".join(chunk.content for chunk in model.stream(scene.GREETING)), f"You said: {scene.GREETING}")


def failure(content: str) -> openai.APIStatusError:
    try:
        model.invoke(content)
    except openai.APIStatusError as error:
        return error
    raise AssertionError("no error")


@loop
def errors() -> None:
    equal(failure(scene.TOO_LONG).code, "context_length_exceeded")
    equal(failure(scene.TOO_OFTEN).status_code, 429)


scene.run_all()
