import scene
from openai import AsyncOpenAI
from pydantic import BaseModel
from pydantic_ai import Agent
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from scene import equal, loop

client = AsyncOpenAI(base_url=scene.BASE_URL, api_key=scene.API_KEY, max_retries=0)
model = OpenAIChatModel(scene.MODEL, provider=OpenAIProvider(openai_client=client))
agent = Agent(model)
asked: list[str] = []


class Person(BaseModel):
    name: str
    email: str


def find_customer(name: str) -> str:
    """Finds a customer."""
    asked.append(name)
    return scene.FOUND


@loop
def second_turn() -> None:
    first = agent.run_sync(scene.GREETING)
    equal(first.output, f"You said: {scene.GREETING}")
    second = agent.run_sync(scene.REMINDER, message_history=first.all_messages())
    equal(second.output, f"You said: {scene.REMINDER}")


@loop
def tool_loop() -> None:
    asked.clear()
    result = Agent(model, tools=[find_customer]).run_sync(scene.LOOK_UP)
    equal((asked, result.output), ([scene.NAME], f"The tool says: {scene.FOUND}"))


@loop
def tool_loop_streamed() -> None:
    asked.clear()
    result = Agent(model, tools=[find_customer]).run_stream_sync(scene.LOOK_UP)
    equal(result.get_output(), f"The tool says: {scene.FOUND}")
    equal(asked, [scene.NAME])


@loop
def structured_output() -> None:
    result = Agent(model, output_type=Person).run_sync(scene.TELL)
    equal(result.output, Person(name=scene.NAME, email=scene.EMAIL))
    second = agent.run_sync(scene.REMINDER, message_history=result.all_messages())
    equal(second.output, f"You said: {scene.REMINDER}")


@loop
def stream() -> None:
    equal(agent.run_stream_sync(scene.GREETING).get_output(), f"You said: {scene.GREETING}")


@loop
def errors() -> None:
    try:
        agent.run_sync(scene.TOO_LONG)
    except ModelHTTPError as error:
        equal((error.status_code, error.body["code"]), (400, "context_length_exceeded"))
    else:
        raise AssertionError("no error")


scene.run_all()
