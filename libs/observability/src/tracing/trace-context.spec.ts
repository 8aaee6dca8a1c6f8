import * as fc from 'fast-check';
import { newSpanId, newTraceId, readTraceparent, traceparentOf } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    ['a caller that samples', `00-${TRACE}-${SPAN}-01`, true],
    ['one that does not', `00-${TRACE}-${SPAN}-00`, false],
    ['other flags beside', `00-${TRACE}-${SPAN}-03`, true],
    ['a later version that says more', `cc-${TRACE}-${SPAN}-01-more`, true],
  ])('is read: %s', (_, header, isSampled) => {
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, isSampled });
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['words', 'Hans Müller'],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a parent of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${TRACE}-${SPAN}-01`],
    ['more than this version has', `00-${TRACE}-${SPAN}-01-Hans`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a short trace', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ])('is not read: %s', (_, header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });

  it('contains only ids, whatever a caller writes [SEC-116]', () => {
    const header = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.stringMatching(/^[0-9a-f]{2}$/), fc.string())
        .map(([version, rest]) => `${version}-${rest}`),
      fc.string().map((rest) => `00-${TRACE}-${SPAN}-01${rest}`),
      fc.string().map((rest) => `01-${TRACE}-${SPAN}-01-${rest}`),
    );
    fc.assert(
      fc.property(header, (given) => {
        const read = readTraceparent(given);
        if (read) expect(traceparentOf(read)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      }),
    );
  });

  it('written by this service can be read by it', () => {
    const context = { traceId: newTraceId(), spanId: newSpanId() };
    expect(readTraceparent(traceparentOf(context))).toEqual({ ...context, isSampled: true });
  });
});
