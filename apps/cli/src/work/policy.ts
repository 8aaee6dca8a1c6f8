import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { AccountsModule, Organizations } from '@app/accounts';
import { CoreModule } from '@app/core';
import {
  PoliciesModule,
  PolicyModule,
  PreviewPolicy,
  ReadPolicy,
  SetPolicy,
  type HiddenValue,
  type ShownPolicy,
} from '@app/policy';

/** Needs PostgreSQL and ENCRYPTION_KEYS, and for texts also the recognizers. */
const READING = [CoreModule.register('operator'), AccountsModule, PoliciesModule];
const DETECTING = [...READING, PolicyModule];

/** @param organization an id or exact name */
export const showPolicy = (organization: string): Promise<ShownPolicy> =>
  runWith(READING, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    return app.get(ReadPolicy).execute(id);
  });

/**
 * Sets a policy.
 *
 * @returns the new version
 */
export const setPolicy = (organization: string, policy: unknown, replaces: number): Promise<number> =>
  runWith(DETECTING, async (app) => {
    const { id } = await app.get(Organizations).find(organization);
    return app.get(SetPolicy).execute(id, policy, replaces);
  });

export const previewPolicy = (given: {
  policy: unknown;
  text: string;
  lang: string;
}): Promise<HiddenValue[]> => runWith(DETECTING, (app) => app.get(PreviewPolicy).execute(given));
