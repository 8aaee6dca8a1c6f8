import { randomBytes } from 'node:crypto';

/** A span, as others name it: the trace that it is of, and its own id there. Hexadecimal digits, 32 and 16. */
export interface TraceContext {
  traceId: string;
  spanId: string;
}

/** Of W3C's Trace Context: version, trace, parent, flags; a later version may add more. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/;
const SAMPLED = 1;

/**
 * Reads a caller's `traceparent`. Its companion `tracestate` is not read: it may hold any text.
 *
 * @returns undefined where there is none, or none that is well formed
 */
export function readTraceparent(header = ''): (TraceContext & { isSampled: boolean }) | undefined {
  const [, version, traceId, spanId, flags = '', end] = TRACEPARENT.exec(header) ?? [];
  if (!traceId || !spanId || (version === '00' && end !== '')) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** How a span that is recorded is named to whoever goes on with its trace. */
export const traceparentOf = ({ traceId, spanId }: TraceContext): string => `00-${traceId}-${spanId}-01`;

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');
