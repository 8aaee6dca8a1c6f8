/**
 * Jest compiles TypeScript for itself, but not for the worker threads that the tested code starts. This hook compiles
 * threads with a TypeScript source as their program.
 */
const threads = require('node:worker_threads');

if (!threads.Worker.compilesTypeScript) {
  threads.Worker = class extends threads.Worker {
    static compilesTypeScript = true;

    constructor(program, options = {}) {
      const hook = String(program).endsWith('.ts') ? ['--require', require.resolve('./register.cjs')] : [];
      super(program, { ...options, execArgv: [...(options.execArgv ?? []), ...hook] });
    }
  };
}
