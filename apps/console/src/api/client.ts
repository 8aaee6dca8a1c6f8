import createClient, { defaultPathSerializer } from 'openapi-fetch';
import type { components, paths } from '#api';
import { accessToken, renewSession } from '../session/session';
import { addressOf } from '../settings';
import { failureOf } from './failure';

export type Schemas = components['schemas'];

/** A client of the service, typed by its OpenAPI document. */
export const client = createClient<paths>({
  fetch: authorizedFetch,
  baseUrl: location.origin,
  pathSerializer: (path, parameters) => addressOf(defaultPathSerializer(path, parameters)),
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Returns the body of an answer.
 *
 * @throws Failure if the request was refused
 */
export async function ask<T>(answer: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await answer;
  if (!response.ok || data === undefined || data === null) throw failureOf(response, error);
  return data;
}

/**
 * Sends a request as the user who is logged in, and returns the answer with its body unread.
 *
 * @throws Failure if the request was refused
 */
export async function send(request: Request): Promise<Response> {
  const response = await authorizedFetch(request);
  // A proxy may answer with something else than JSON. The failure then has the code of its status.
  if (!response.ok) throw failureOf(response, await response.json().catch(() => undefined));
  return response;
}

/**
 * Sends a request as the user who is logged in. If the access token has expired, it sends the request again with the
 * next one.
 */
async function authorizedFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(withToken(request, await accessToken()));
  if (response.status !== 401) return response;
  const token = await renewSession();
  return token ? fetch(withToken(again, token)) : response;
}

function withToken(request: Request, token: string | undefined): Request {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
}
