/**
 * Jest compiles TypeScript for itself, not for the worker threads that the code under test starts.
 * A thread whose program is a TypeScript source gets the hook that compiles it.
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
