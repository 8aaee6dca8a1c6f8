import type { JsonValue } from '../json';
import { refuse } from './bounds';

const NAME = /^[\w.:/-]{1,128}$/;
/** A long id of a call: some servers encode state in it. */
const CALL_ID = /^[\w.:=|/+-]{1,16384}$/;

/** Returns the identifier, or refuses the field. */
export function identifier(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' && NAME.test(value)
    ? value
    : refuse(at, 'must be an identifier of 1 to 128 letters, digits, _ . : / -');
}

export function callId(value: JsonValue | undefined, at: string): string {
  return typeof value === 'string' && CALL_ID.test(value)
    ? value
    : refuse(at, 'must be an identifier of 1 to 16384 letters, digits, _ . : = | / + -');
}
