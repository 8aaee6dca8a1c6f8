import scene
from llama_index.core.llms import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.llms.openai_like import OpenAILike
from pydantic import BaseModel
from scene import equal, loop

llm = OpenAILike(
    model=scene.MODEL,
    api_base=scene.BASE_URL,
    api_key=scene.API_KEY,
    is_chat_model=True,
    is_function_calling_model=True,
    max_retries=0,
)


class Person(BaseModel):
    """The customer that a text describes."""

    name: str
    email: str


def find_customer(name: str) -> str:
    """Finds a customer."""
    return scene.FOUND


TOOL = FunctionTool.from_defaults(find_customer)


def user(content: str) -> ChatMessage:
    return ChatMessage(role="user", content=content)


@loop
def second_turn() -> None:
    messages = [user(scene.GREETING)]
    for said in (scene.GREETING, scene.REMINDER):
        if said != scene.GREETING:
            messages.append(user(said))
        response = llm.chat(messages)
        equal(response.message.content, f"You said: {said}")
        messages.append(response.message)


@loop
def tool_loop() -> None:
    messages = [user(scene.LOOK_UP)]
    response = llm.chat_with_tools([TOOL], chat_history=messages)
    (call,) = llm.get_tool_calls_from_response(response)
    equal(call.tool_kwargs, {"name": scene.NAME})
    found = ChatMessage(role="tool", content=scene.FOUND, additional_kwargs={"tool_call_id": call.tool_id})
    response = llm.chat_with_tools([TOOL], chat_history=[*messages, response.message, found])
    equal(response.message.content, f"The tool says: {scene.FOUND}")


@loop
def structured_output() -> None:
    said = llm.as_structured_llm(Person).chat([user(scene.TELL)])
    equal(said.raw, Person(name=scene.NAME, email=scene.EMAIL))


@loop
def stream() -> None:
    shown = "".join(chunk.delta or "" for chunk in llm.stream_chat([user(scene.GREETING)]))
    equal(shown, f"You said: {scene.GREETING}")


@loop
def errors() -> None:
    try:
        llm.chat([user(scene.TOO_LONG)])
    except Exception as error:
        equal((error.status_code, error.code), (400, "context_length_exceeded"))
    else:
        raise AssertionError("no error")


scene.run_all()
