import { randomBytes } from 'node:crypto';

/** Identifies a span by its trace and its own id: 32 and 16 hexadecimal digits. */
export interface TraceContext {
  traceId: string;
  spanId: string;
}

/** The format of W3C's Trace Context: version, trace, parent, flags; a later version may add more. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;
const SAMPLED = 1;

/**
 * Reads a caller's `traceparent`. `tracestate` is not read, because it may contain any text.
 *
 * @returns undefined if there is none or it is malformed
 */
export function readTraceparent(header = ''): (TraceContext & { isSampled: boolean }) | undefined {
  const [, version, traceId, spanId, flags = '', end] = TRACEPARENT.exec(header) ?? [];
  if (!traceId || !spanId || (version === '00' && end !== '')) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Returns the `traceparent` of a recorded span, for a process that continues its trace. */
export const traceparentOf = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`;

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');
