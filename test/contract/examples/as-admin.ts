import type { TestUser } from '@app/testing';
import type { ApiAnswer } from '../../support/api-client';
import type { Scene, SceneCallOptions } from '../scene';
import type { Recipe } from './recipe';

export interface Admin {
  admin: TestUser;
  /** Creates a resource as the admin. @returns its id */
  make(path: string, body: object): Promise<string>;
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<ApiAnswer>;
}

/** The variable parts of a request. */
export interface Prepared {
  /** Values of the path parameters, in order. */
  values?: string[];
  /** The query string, with its question mark. */
  query?: string;
  /** Fields that are added to the body of the document. */
  body?: object;
  headers?: Record<string, string>;
  /** Runs after the answer arrived. */
  afterwards?(): Promise<unknown>;
}

/** Creates an organization with one user, its admin. */
export async function newAdmin(scene: Scene): Promise<Admin> {
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

/** Sends the operation's request as the admin of a new organization. `prepare` runs first and returns the variable parts. */
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
