import openai
import scene
from agents import Agent, Runner, function_tool, set_default_openai_client, set_tracing_disabled
from pydantic import BaseModel
from scene import equal, loop

set_default_openai_client(
    openai.AsyncOpenAI(base_url=scene.BASE_URL, api_key=scene.API_KEY, max_retries=0), use_for_tracing=False
)
# Traces would go to OpenAI.
set_tracing_disabled(True)
asked: list[str] = []


class Person(BaseModel):
    name: str
    email: str


@function_tool
def find_customer(name: str) -> str:
    """Finds a customer."""
    asked.append(name)
    return scene.FOUND


def clerk(**settings: object) -> Agent:
    return Agent(name="clerk", instructions="You help.", model=scene.MODEL, **settings)


@loop
def second_turn() -> None:
    first = Runner.run_sync(clerk(), scene.GREETING)
    equal(first.final_output, f"You said: {scene.GREETING}")
    second = Runner.run_sync(clerk(), [*first.to_input_list(), {"role": "user", "content": scene.REMINDER}])
    equal(second.final_output, f"You said: {scene.REMINDER}")


@loop
def tool_loop() -> None:
    asked.clear()
    result = Runner.run_sync(clerk(tools=[find_customer]), scene.LOOK_UP)
    equal((asked, result.final_output), ([scene.NAME], f"The tool says: {scene.FOUND}"))


@loop
def structured_output() -> None:
    result = Runner.run_sync(clerk(output_type=Person), scene.TELL)
    equal(result.final_output, Person(name=scene.NAME, email=scene.EMAIL))


@loop
def errors() -> None:
    try:
        Runner.run_sync(clerk(), scene.TOO_LONG)
    except openai.BadRequestError as error:
        equal(error.code, "context_length_exceeded")
    else:
        raise AssertionError("no error")


scene.run_all()
