import type { paths } from '#api';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Json<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<Operation> = Operation extends { responses: infer Responses }
  ? { [Status in keyof Responses & (200 | 201 | 202)]: Json<Responses[Status]> }[keyof Responses &
      (200 | 201 | 202)]
  : never;
type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<M, object> ? Path : never;
}[keyof paths];

/** A request that the page has sent. */
export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  /** JSON as a value, a form as its fields. */
  body: unknown;
}

type Answer = (sent: Sent) => Response | Promise<Response>;

interface Refusal {
  status: number;
  code?: string;
  message?: string;
}

/** The service as the page sees it: answers requests by method and path, and records them. */
export class Service {
  readonly requests: Sent[] = [];
  /** Requests without an answer: each is a mistake of the test. */
  readonly unexpected: string[] = [];
  readonly #answers: { method: string; pattern: RegExp; answer: Answer }[] = [];

  /** Answers with a body of the OpenAPI document. The newest answer to a path counts. */
  answers<M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    body: Success<paths[P][M & keyof paths[P]]> | ((sent: Sent) => Success<paths[P][M & keyof paths[P]]>),
  ): this {
    return this.on(method, path, (sent) =>
      Response.json(typeof body === 'function' ? (body as (sent: Sent) => unknown)(sent) : body),
    );
  }

  refuses<M extends Method>(method: M, path: PathOf<M>, { status, code, message = '' }: Refusal): this {
    const body = { success: false, message, response_code: status, code };
    return this.on(method, path, () => Response.json(body, { status }));
  }

  /** Lets requests wait for an answer forever. */
  waits<M extends Method>(method: M, path: PathOf<M>): this {
    return this.on(method, path, () => new Promise<Response>(() => undefined));
  }

  on(method: Method, path: string, answer: Answer): this {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    this.#answers.unshift({ method: method.toUpperCase(), pattern, answer });
    return this;
  }

  /** Returns the bodies that the page has sent to a path. */
  bodies(method: Method, path: string): unknown[] {
    return this.requests
      .filter((sent) => sent.method === method.toUpperCase() && sent.path === path)
      .map(({ body }) => body);
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const { pathname, searchParams } = new URL(request.url);
    const sent: Sent = {
      method: request.method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: await bodyOf(request),
    };
    this.requests.push(sent);
    const { method, path } = sent;
    const found = this.#answers.find((each) => each.method === method && each.pattern.test(path));
    if (found) return found.answer(sent);
    this.unexpected.push(`${method} ${path}`);
    return Response.json({}, { status: 501 });
  };
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/form-data')) return Object.fromEntries(await request.formData());
  const text = await request.text();
  return text === '' ? undefined : JSON.parse(text);
}

/** The answer of the service to an action. */
export const DONE = { success: true, message: 'Done' } as const;

/** Returns an answer with data. */
export const dataOf = <Data>(data: Data) => ({ ...DONE, data });

/** Returns a page of a list. */
export const pageOf = <Row>(data: Row[], next_cursor: string | null = null) => ({
  ...DONE,
  data,
  next_cursor,
});
