/**
 * Lets Node run the TypeScript sources as Jest does: `node --require ./tools/typescript/register.cjs file.ts`.
 * For benchmarks, and for the threads that tests start; the programs themselves run what `npm run build` made.
 */
require('./telemetry-off.cjs');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '../..');
// Compiled code is kept from one start to the next, by a Node.js that can (22.1 or later).
Module.enableCompileCache?.(join(tmpdir(), 'privacy-chat-compiled'));

Module._extensions['.ts'] = (module, filename) => {
  const options = { filename, cwd: root, sourceMaps: 'inline', module: { type: 'commonjs' } };
  module._compile(transformSync(readFileSync(filename, 'utf8'), options).code, filename);
};

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  const [, lib] = /^@app\/([^/]+)$/.exec(request) ?? [];
  return resolve(lib ? join(root, 'libs', lib, 'src/index.ts') : request, ...rest);
};
