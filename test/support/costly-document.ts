import type { TestSystem } from '@app/testing';
import { ApiClient } from './api-client';

/** Nine megabytes that a parser turns into three million objects. */
const COSTLY = `[${'[],'.repeat(3_000_000)}[]]`;

/** Expects that the sender receives the reason and that the api keeps working. */
export async function expectTooCostly(system: TestSystem, why: string): Promise<void> {
  const api = new ApiClient(system, await system.user());
  const { status, body } = await api.upload(COSTLY, 'a.json');
  expect({ status, body }).toMatchObject({ status: 400, body: { message: `Invalid file: ${why}` } });
  expect((await api.get('/health/ready')).status).toBe(200);
}
