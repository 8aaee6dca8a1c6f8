import { productSources } from '../tables/product-sources';

/** A request of the api, the worker or the command line to another server. */
const REQUEST =
  /(?<![.'\w])(?:fetch\((?!\))|(?:https?|wire|axios)\.request\b(?!')|new (?:S3Client|StreamableHTTPClientTransport)\(|discovery\()|\bhttp\)\.request\(/;
const SENT_BY = /^(?:apps\/(?:api|worker|cli)\/src|libs)\//;

/**
 * Every file that calls another server, with what bounds its answers. One that parses an answer reads it through
 * `boundedAnswer`, so bytes, depth and entries are checked while it arrives; the others discard it or store it as it is.
 */
const BOUNDS: Readonly<Record<string, string>> = {
  'libs/doctor/src/bundle.ts': 'the metrics of the same service, on a loopback address',
  'libs/mcp-gateway/src/bounded-fetch.ts': 'boundedAnswer',
  'libs/mcp-gateway/src/mcp-gateway.ts': 'boundedFetch',
  'libs/observability/src/tracing/span-exporter.ts': 'discards the answer',
  'libs/openai-client/src/http-wire.ts':
    'returns the stream, which provider-client.ts reads through boundedAnswer',
  'libs/single-sign-on/src/provider/discover.ts': 'providerFetch',
  'libs/single-sign-on/src/provider/provider-fetch.ts': 'boundedAnswer',
  'libs/ssrf-guard/src/pinned-client.ts':
    'returns the stream: post-webhook.ts discards at most 64 KiB, fetch-image.ts reads it through boundedAnswer',
  'libs/storage/src/s3-blob-store.ts':
    'the blob store of the operator, which contains what the service stored',
  'libs/transcription/src/models/download-file.ts': 'writes as many bytes as the list of models says',
};

const sources = productSources().filter(({ fileName }) => SENT_BY.test(fileName));
const textOf = (file: string): string => sources.find(({ fileName }) => fileName === file)!.text;

describe('a request to another server', () => {
  it('is sent by listed files only, each with the bound of its answers', () => {
    const found = sources.filter(({ text }) =>
      REQUEST.test(text.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, '')),
    );
    expect(found.map(({ fileName }) => fileName).sort()).toEqual(Object.keys(BOUNDS).sort());
  });

  it.each(Object.entries(BOUNDS).filter(([, bound]) => /^\w+$/.test(bound)))(
    'of %s is read through %s',
    (file, bound) => expect(textOf(file)).toContain(`${bound}(`),
  );

  it('of a provider, a speech server, an image server or a batch is read through the client of providers', () => {
    expect(textOf('libs/openai-client/src/provider-client.ts')).toContain('boundedAnswer<');
    const users = sources.filter(({ text }) => text.includes('new HttpWire('));
    expect(users.map(({ fileName }) => fileName)).toEqual(['libs/openai-client/src/provider-client.ts']);
  });

  it('at a checked address is read by the files of webhooks and images', () => {
    const users = sources.filter(
      ({ text }) => /\bPinnedClient\b/.test(text) && text.includes('.client.send('),
    );
    expect(users.map(({ fileName }) => fileName)).toEqual([
      'libs/images/src/fetch-image.ts',
      'libs/webhooks/src/delivering/post-webhook.ts',
    ]);
    expect(textOf('libs/images/src/fetch-image.ts')).toContain('boundedAnswer<');
    expect(textOf('libs/webhooks/src/delivering/post-webhook.ts')).toContain('bytes > MAX_ANSWER_BYTES');
  });
});
