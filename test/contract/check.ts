import type { RowId } from './interface-rows';
import type { ApiAnswer } from '../support/api-client';
import type { Scene, SceneCallOptions } from './scene';
import type { Story } from './story';

/** Checks one row of the interface. */
export type Check = (scene: Scene, story: Story) => Promise<void> | void;
export type Checks = Partial<Record<RowId, Check>>;

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/;

/** Expects the failure envelope with this status. With `field`, the message must name this field. */
export function expectFailure({ status, body }: ApiAnswer, expected: number, field?: string): void {
  expect([status, body]).toEqual([
    expected,
    expect.objectContaining({ success: false, message: expect.any(String), response_code: expected }),
  ]);
  if (field !== undefined) expect(body.errors).toContainEqual(expect.objectContaining({ field }));
}

/** Expects that a field of a JSON body is required and typed, and that the error names the field if it is missing or invalid. */
export async function expectRequired(
  scene: Scene,
  path: string,
  request: Record<string, unknown>,
  field: string,
): Promise<void> {
  for (const wrong of [undefined, null, { not: 'this' }])
    expectFailure(await scene.call('POST', path, { body: { ...request, [field]: wrong } }), 400, field);
}

/** Expects that an endpoint exists and answers 401 to a request without a token. */
export async function expectProtected(
  scene: Scene,
  method: string,
  path: string,
  options: SceneCallOptions = {},
): Promise<void> {
  const answer = await scene.call(method, path, { ...options, user: null });
  expectFailure(answer, 401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
}

/** Expects an entity map with these keys, each with at least one text. */
export function expectEntityMap(value: unknown, keys: readonly string[]): void {
  expect(Object.keys(value as object).sort()).toEqual([...keys].sort());
  for (const texts of Object.values(value as Record<string, unknown[]>)) {
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).toEqual(expect.any(String));
  }
}
