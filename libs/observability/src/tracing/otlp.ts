import { VERSION } from '@app/common';
import type { TraceContext } from './trace-context';

/**
 * Everything that a span may say, beside its name. The list is the protection: what is not here does not leave
 * (contract: Data protection).
 */
export interface SpanAttributes {
  'http.request.method'?: string;
  /** The route's pattern, never the address that was called. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'request.id'?: string;
  'job.id'?: string;
  'delivery.id'?: string;
  attempt?: number;
  /** A word of ours for what came of it, from a fixed set. */
  outcome?: string;
  /** For how long a stage ran between its beginning and its end. */
  busy_ms?: number;
}

const ALLOWED: readonly (keyof SpanAttributes)[] = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'request.id',
  'job.id',
  'delivery.id',
  'attempt',
  'outcome',
  'busy_ms',
];

/** OTLP's numbers. */
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;

export interface Span extends TraceContext {
  /** The span's that this one is a part of; undefined for the first of a trace. */
  parentId: string | undefined;
  /** A route's pattern, or words of ours with the type of a job: never text that came from outside. */
  name: string;
  kind: keyof typeof KINDS;
  /** Milliseconds since 1970. */
  beganAt: number;
  endedAt: number;
  failed: boolean;
  attributes: SpanAttributes;
}

/** Spans as OTLP's JSON (opentelemetry-proto 1.x, `ExportTraceServiceRequest`). */
export const toOtlp = (spans: readonly Span[], resource: Readonly<Record<string, string>>): object => ({
  resourceSpans: [
    {
      resource: { attributes: Object.entries(resource).map(([key, value]) => keyValue(key, value)) },
      scopeSpans: [{ scope: { name: 'privacy-chat', version: VERSION }, spans: spans.map(toOtlpSpan) }],
    },
  ],
});

function toOtlpSpan({ traceId, spanId, parentId, name, kind, attributes, ...span }: Span): object {
  const told = ALLOWED.flatMap((key) => {
    const value = attributes[key];
    return value === undefined ? [] : [keyValue(key, value)];
  });
  return {
    traceId,
    spanId,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(span.beganAt),
    endTimeUnixNano: nanoseconds(span.endedAt),
    attributes: told,
    ...(span.failed && { status: { code: ERROR } }),
  };
}

const keyValue = (key: string, value: string | number): object => ({ key, value: anyValue(value) });

function anyValue(value: string | number): object {
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Of milliseconds with a fraction; a number cannot hold so many digits. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);
