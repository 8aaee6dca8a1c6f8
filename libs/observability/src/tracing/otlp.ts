import { VERSION } from '@app/common';
import type { TraceContext } from './trace-context';

/**
 * All attributes that a span may have, in addition to its name. The list is the protection: other values are never
 * exported (contract: Data protection).
 */
export interface SpanAttributes {
  'http.request.method'?: string;
  /** The route's pattern, never the requested address. */
  'http.route'?: string;
  'http.response.status_code'?: number;
  'request.id'?: string;
  'job.id'?: string;
  'delivery.id'?: string;
  attempt?: number;
  /** A fixed result. */
  outcome?: string;
  /** The busy time of a stage between its start and its end. */
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

/** The numbers of OTLP's enumerations. */
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;

export interface Span extends TraceContext {
  /** The id of the parent span; undefined for the root of a trace. */
  parentId: string | undefined;
  /** A route's pattern, or a fixed text with the type of a job; never text from outside. */
  name: string;
  kind: keyof typeof KINDS;
  /** Milliseconds since 1970. */
  beganAt: number;
  endedAt: number;
  failed: boolean;
  attributes: SpanAttributes;
}

/** Returns spans as OTLP's JSON (opentelemetry-proto 1.x, `ExportTraceServiceRequest`). */
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

/** Converts fractional milliseconds; a number cannot represent so many digits. */
const nanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1_000)) * 1_000n);
