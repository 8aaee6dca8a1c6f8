import instructor
import openai
import scene
from instructor import Mode
from pydantic import BaseModel
from scene import equal, loop

MODES = (Mode.TOOLS, Mode.JSON_SCHEMA)


class Person(BaseModel):
    name: str
    email: str


def client(mode: Mode):
    return instructor.from_openai(
        openai.OpenAI(base_url=scene.BASE_URL, api_key=scene.API_KEY, max_retries=0), mode=mode
    )


def tell(mode: Mode, **options: object):
    messages = [{"role": "user", "content": scene.TELL}]
    return client(mode).chat.completions.create(
        model=scene.MODEL, messages=messages, response_model=Person, max_retries=0, **options
    )


@loop
def structured_output() -> None:
    for mode in MODES:
        equal(tell(mode).model_dump(), {"name": scene.NAME, "email": scene.EMAIL})


@loop
def structured_output_in_pieces() -> None:
    messages = [{"role": "user", "content": scene.TELL}]
    pieces = client(Mode.TOOLS).chat.completions.create_partial(
        model=scene.MODEL, messages=messages, response_model=Person, max_retries=0
    )
    *_, last = pieces
    equal((last.name, last.email), (scene.NAME, scene.EMAIL))


@loop
def beside_what_was_said() -> None:
    messages = [
        {"role": "system", "content": f"You serve {scene.NAME}."},
        {"role": "user", "content": scene.GREETING},
        {"role": "assistant", "content": f"You said: {scene.GREETING}"},
        {"role": "user", "content": scene.TELL},
    ]
    person, completion = client(Mode.TOOLS).chat.completions.create_with_completion(
        model=scene.MODEL, messages=messages, response_model=Person, max_retries=0
    )
    equal(person.model_dump(), {"name": scene.NAME, "email": scene.EMAIL})
    equal(completion.model, scene.MODEL)


scene.run_all()
