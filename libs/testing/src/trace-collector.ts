import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen';

export interface CollectedSpan {
  /** The program that sent it. */
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Record<string, string>;
  status?: { code: number };
}

export interface TraceCollector {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  /** Every request with its headers, as it arrived. */
  requests: string[];
  spans: CollectedSpan[];
  /** Answers a request. Tests replace it. */
  answer: (response: ServerResponse) => void;
  stop(): Promise<void>;
}

interface KeyValue {
  key: string;
  value: Record<string, string | number>;
}
interface Export {
  resourceSpans: {
    resource: { attributes: KeyValue[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'service' | 'attributes'> & { attributes: KeyValue[] })[] }[];
  }[];
}

/** A collector of OTLP traces on loopback that records everything it receives. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const server = createServer((request, response) => void take(request, response));
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${await listen(server)}`,
    requests: [],
    spans: [],
    answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    collector.requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${body}`);
    collector.spans.push(...spansOf(JSON.parse(body) as Export));
    collector.answer(response);
  }

  return collector;
}

const spansOf = ({ resourceSpans }: Export): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = valuesOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) })),
    );
  });

const valuesOf = (attributes: readonly KeyValue[]): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value).join()]));
