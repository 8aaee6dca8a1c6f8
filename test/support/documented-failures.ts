import type { TestUser } from '@app/testing';
import { form, readDocument, type Operation } from '../contract/open-api';
import { ApiClient, type ApiAnswer } from './api-client';

const FORM = 'application/x-www-form-urlencoded';

/** Requests the failure that the OpenAPI document shows from every endpoint. */
export class DocumentedFailures {
  private constructor(
    private readonly base: string,
    private readonly user: TestUser,
    private readonly origin: string,
    private readonly operations: readonly Operation[],
    private readonly values: Readonly<Record<string, readonly string[]>>,
    private readonly fields: Readonly<Record<string, object>>,
  ) {}

  /**
   * @param base the api's address
   * @param origin of the service's own pages
   * @param values of path parameters by operation name; without an entry each parameter is `x`
   * @param fields of bodies that differ from the example, by operation name
   */
  static async at(
    base: string,
    user: TestUser,
    origin = base,
    values: Readonly<Record<string, readonly string[]>> = {},
    fields: Readonly<Record<string, object>> = {},
  ): Promise<DocumentedFailures> {
    const operations = await readDocument((path) => ApiClient.at(base).call('GET', path));
    return new DocumentedFailures(base, user, origin, operations, values, fields);
  }

  /** Returns the operations that show this failure. */
  showing(status: number): Operation[] {
    return this.operations.filter(({ statuses }) => statuses.includes(status));
  }

  /** Sends a request as a page of the service does, in a browser with a session. */
  ask(operation: Operation): Promise<ApiAnswer> {
    const page = {
      origin: this.origin,
      cookie: `privacy-chat-session=${'x'.repeat(43)}`,
    };
    const isForm = operation.bodyTypes.includes(FORM);
    return ApiClient.at(this.base, this.user).call(
      operation.method,
      operation.at(...(this.values[operation.name] ?? [])),
      {
        headers: { ...page, ...(isForm && { 'content-type': FORM }) },
        ...(operation.bodyTypes.includes('application/json') && {
          body: { ...operation.request, ...this.fields[operation.name] },
        }),
        ...(isForm && { body: 'logout_token=x' }),
      },
    );
  }

  /** @param but names of endpoints to omit */
  async expectShown(status: number, but: readonly string[] = []): Promise<void> {
    const concerned = this.showing(status).filter(({ name }) => !but.includes(name));
    expect(concerned.length).toBeGreaterThan(0);
    // In parallel, so that requests that wait for a model time out together.
    const answers = await Promise.all(concerned.map((operation) => this.ask(operation)));
    for (const [i, operation] of concerned.entries()) {
      const { status: given, body, headers } = answers[i]!;
      expect([operation.name, given, form(body)]).toEqual([
        operation.name,
        status,
        form(operation.shown(status)),
      ]);
      for (const header of operation.headers(status))
        expect([header, headers.has(header)]).toEqual([header, true]);
    }
  }
}
