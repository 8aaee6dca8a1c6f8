import type { Scene } from '../scene';
import { newAdmin, type Admin } from './as-admin';
import { deletedJob, restorable } from './case-recipes';
import { LONG_TEXT, UNKNOWN_ID, wrongType, type Recipe } from './recipe';

const TEXT = Buffer.from('Mrs. Anna Schmidt called.');

/** Sends a file and fields. */
const sendsFile =
  (
    name: string,
    content: Buffer,
    fields: (made: Admin, scene: Scene) => Promise<Record<string, string>> = async () => ({}),
  ): Recipe =>
  async (scene, { method, path }) => {
    const made = await newAdmin(scene);
    const form = new FormData();
    for (const [field, value] of Object.entries(await fields(made, scene))) form.append(field, value);
    form.append('file', new Blob([new Uint8Array(content)]), name);
    return made.call(method, path, form);
  };

const tooLarge = sendsFile('a.txt', Buffer.alloc(10 * 1024 ** 2 + 1, 'a '));

/** Recipes for files. Each uses its own organization. */
export const FILE_RECIPES: Record<string, Record<number, Recipe>> = {
  'POST /ai/v1/files/anonymize': {
    400: sendsFile('a.txt', Buffer.alloc(0)),
    413: tooLarge,
    415: wrongType,
  },
  'POST /ai/v1/files/preview': {
    200: sendsFile('a.txt', TEXT),
    400: sendsFile('a.txt', Buffer.alloc(0)),
    413: tooLarge,
    415: wrongType,
  },
  'POST /ai/v1/files/restore': {
    400: sendsFile('a.txt', TEXT, async () => ({ case_id: UNKNOWN_ID })),
    409: sendsFile('a.txt', TEXT, async (made, scene) => ({
      job_id: await restorable(made, scene, LONG_TEXT),
    })),
    410: sendsFile('a.txt', TEXT, async (made, scene) => ({ job_id: await deletedJob(made, scene) })),
    413: tooLarge,
    415: wrongType,
  },
};
