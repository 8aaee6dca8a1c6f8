import type { TestUser } from '@app/testing';
import type { ApiAnswer } from '../../support/api-client';
import type { Scene, SceneCallOptions } from '../scene';
import type { Recipe } from './recipe';

export interface Admin {
  admin: TestUser;
  /** Calls as the admin; answers with the id of what was made. */
  make(path: string, body: object): Promise<string>;
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<ApiAnswer>;
}

/** What stands in a request. */
export interface Prepared {
  /** In the path. */
  values?: string[];
  /** Behind it. */
  query?: string;
  /** Beside what the document shows. */
  body?: object;
  headers?: Record<string, string>;
  /** Done once there is an answer. */
  afterwards?(): Promise<unknown>;
}

/** The admin of a new organization, in which nobody else is. */
async function newAdmin(scene: Scene): Promise<Admin> {
  const admin = await scene.system.user({ role: 'admin' });
  const call = (method: string, path: string, body?: object, headers?: Record<string, string>) => {
    const options: SceneCallOptions = { user: admin, ...(body && { body }), ...(headers && { headers }) };
    return scene.call(method, path, options);
  };
  const make = async (path: string, body: object): Promise<string> => {
    const { data } = (await call('POST', path, body)).body as { data: { id: string; user?: { id: string } } };
    return data.user?.id ?? data.id;
  };
  return { admin, call, make };
}

/** In a new organization, after what `prepare` did there, which tells what stands in the request. */
export const asAdmin =
  (prepare: (made: Admin, scene: Scene) => Promise<Prepared> = async () => ({})): Recipe =>
  async (scene, operation) => {
    const made = await newAdmin(scene);
    const { values = [], query = '', body, headers, afterwards } = await prepare(made, scene);
    const shown = operation.bodyTypes.length > 0 ? { ...operation.request, ...body } : undefined;
    const answer = await made.call(operation.method, operation.at(...values) + query, shown, headers);
    await afterwards?.();
    return answer;
  };
