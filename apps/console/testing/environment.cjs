const { TestEnvironment } = require('jest-environment-jsdom');

/** What browsers have and jsdom lacks, or has only in a form that requests of Node.js refuse. */
const OF_NODE = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'ReadableStream',
  'Response',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
];

/** A page in jsdom that can build requests and read responses. */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    const { global: page } = this;
    for (const name of OF_NODE) page[name] = globalThis[name];
    page.Request = class extends Request {
      constructor(input, init) {
        super(typeof input === 'string' ? new URL(input, page.location.href) : input, init);
      }
    };
    page.URL.createObjectURL = (blob) => URL.createObjectURL(blob);
    page.URL.revokeObjectURL = (address) => URL.revokeObjectURL(address);
  }
};
