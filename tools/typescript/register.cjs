/**
 * Lets Node.js run the TypeScript sources like Jest does: `node --require ./tools/typescript/register.cjs file.ts`. For
 * benchmarks and for threads that tests start. The programs run the output of `npm run build`.
 */
require('./telemetry-off.cjs');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');

const root = join(__dirname, '../..');
// Caches compiled code between starts, in Node.js 22.1 or later.
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
