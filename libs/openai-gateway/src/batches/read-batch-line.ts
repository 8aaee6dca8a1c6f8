import { BoundedJson, exceededBound, type JsonBounds } from '@app/common';
import type { BatchAnswer } from '@app/llm';
import { isObject, type JsonObject, type JsonValue } from '../json';
import { refuse } from '../reading/bounds';

/** The endpoints that a batch may call, and what they answer. */
export const BATCH_ENDPOINTS = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/embeddings': 'embeddings',
} as const satisfies Readonly<Record<string, BatchAnswer>>;
export type BatchEndpoint = keyof typeof BATCH_ENDPOINTS;

const MAX_ID_LENGTH = 512;
const MAX_MODEL_LENGTH = 200;
/** The bounds of a body of the gateway, and one level for the request around it. */
const BOUNDS: JsonBounds = { depth: 33, members: 1_000, entries: 100_000 };

/** Limit for the numbers of the vectors in an answer, as for other answers. */
const MAX_VECTOR_NUMBERS = 4_000_000;

/** A request of a batch. */
export interface BatchRequest {
  /** The caller's id. It may contain personal data, so the provider receives the number of the line. */
  customId: string;
  model: string;
  body: JsonObject;
}

/**
 * Reads one line of a batch's input.
 *
 * @param number the number of the line, from 1
 * @throws AppError `bad_request` that names the line and the field
 */
export function readBatchLine(line: string, number: number, endpoint: BatchEndpoint): BatchRequest {
  const at = nameOfLine(number);
  const request = parseLine(line);
  if (!isObject(request)) return refuse(at, 'must be a JSON object of the size and depth of a body');
  const { custom_id: customId, method, url, body } = request;
  if (typeof customId !== 'string' || customId === '' || customId.length > MAX_ID_LENGTH)
    return refuse(`${at}: custom_id`, `must be a text of at most ${MAX_ID_LENGTH} characters`);
  if (method !== 'POST') refuse(`${at}: method`, 'must be POST');
  if (url !== endpoint) refuse(`${at}: url`, `must be the endpoint of the batch, ${endpoint}`);
  if (!isObject(body)) return refuse(`${at}: body`, 'must be an object');
  const { model, stream } = body;
  if (typeof model !== 'string' || model === '' || model.length > MAX_MODEL_LENGTH)
    return refuse(`${at}: body.model`, 'must be the id of a model');
  if (stream === true) refuse(`${at}: body.stream`, 'must be false: answers of a batch come whole');
  return { customId, model, body };
}

/** Returns the model that a line names; undefined if the line is invalid. */
export function modelOfLine(line: string): string | undefined {
  const request = parseLine(line);
  const model = isObject(request) && isObject(request.body) ? request.body.model : undefined;
  return typeof model === 'string' ? model : undefined;
}

export const nameOfLine = (number: number): string => `line ${number}`;

/** Returns the JSON of a request; undefined if it is invalid, or exceeds the bounds of a body. */
function parseLine(line: string): JsonValue | undefined {
  return exceededBound(Buffer.from(line), BOUNDS) ? undefined : parse(line);
}

/** Returns the JSON of an answer; undefined if it is invalid, or exceeds the bounds of a body, apart from its vectors. */
export function parseAnswer(line: string): JsonValue | undefined {
  return new BoundedJson(BOUNDS, MAX_VECTOR_NUMBERS).read(Buffer.from(line)) ? undefined : parse(line);
}

function parse(line: string): JsonValue | undefined {
  try {
    return JSON.parse(line, wellFormed) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Replaces a lone surrogate by U+FFFD, and drops keys that would reach a prototype, as in other bodies. */
const wellFormed = (key: string, value: unknown): unknown => {
  if (key === '__proto__') return undefined;
  return typeof value === 'string' ? value.toWellFormed() : value;
};
