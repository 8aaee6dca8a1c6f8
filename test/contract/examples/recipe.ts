import type { Operation } from '../open-api';
import type { ApiAnswer } from '../../support/api-client';
import type { Scene } from '../scene';
import type { Story } from '../story';

/** Sends a request that makes an operation answer with one status. */
export type Recipe = (scene: Scene, operation: Operation, story: Story) => Promise<ApiAnswer>;

/** Recipes by status, and by status and error code: `409 case_closed`. */
export type Recipes = { [answer: number | `${number} ${string}`]: Recipe };

export const UNKNOWN_ID = '019aa5c2-7d1e-7c3a-9b0f-5f1f7a3c2d10';

/** A text that takes an anonymization job seconds. */
export const LONG_TEXT = 'Anna Schmidt was here. '.repeat(20_000);

/** Sends the body that the document shows, with changes that depend on the caller. */
export const sends =
  (
    changes: (scene: Scene, story: Story) => object = () => ({}),
    headers: Record<string, string> = {},
  ): Recipe =>
  (scene, operation, story) =>
    scene.call(operation.method, operation.at(), {
      body: { ...operation.request, ...changes(scene, story) },
      headers,
    });

/** Sends a request without a body, with these path values and this query. */
export const asks =
  (values: (scene: Scene, story: Story) => string[] | Promise<string[]> = () => [], query = ''): Recipe =>
  async (scene, operation, story) =>
    scene.call(operation.method, operation.at(...(await values(scene, story))) + query);

/** Sends a body of the wrong type. */
export const wrongType: Recipe = (scene, operation) =>
  scene.call(operation.method, operation.at(), { body: '{}', headers: { 'content-type': 'text/plain' } });

/** Sends a body of the right type that is not valid JSON. */
export const invalidJson: Recipe = (scene, operation) =>
  scene.call(operation.method, operation.at(), {
    body: '{',
    headers: { 'content-type': 'application/json' },
  });

/** Sends a JSON body larger than `bytes`. */
export const tooLarge =
  (bytes = 1024 ** 2): Recipe =>
  (scene, operation) =>
    scene.call(operation.method, operation.at(), { body: { text: 'x'.repeat(bytes) } });

/** Body faults of an endpoint with a JSON body of the usual limit. */
export const BODY_FAULTS: Readonly<Record<number, Recipe>> = { 413: tooLarge(), 415: wrongType };

/** Sends a request without a token. */
export const withoutToken: Recipe = (scene, operation) =>
  scene.call(operation.method, operation.at(), { user: null });
