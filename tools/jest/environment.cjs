/**
 * The environment of suites that share packages (`runtime.cjs`): the globals of Node.js itself. What a suite changes of the
 * process is restored when it ends. A process in which a test failed runs no other suite: the code of a test that ran out of time
 * continues to run.
 */
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { EntitiesMetadataStorage } = ofPackage('@nestjs/typeorm', 'entities-metadata.storage.js');
const { MetadataLoader } = ofPackage('@nestjs/swagger', 'plugin/metadata-loader.js');
const { defaultMetadataStorage } = require('class-transformer/cjs/storage.js');
const { useContainer } = require('class-validator/cjs/container.js');

/** The globals in which the modules of jest-circus keep their state. */
const OF_CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

const FAILURES = new Set(['test_fn_failure', 'hook_failure', 'error']);
const { memoryUsage } = process;
/** Lets Jest replace this process before the next suite, as one that exceeds `workerIdleMemoryLimit`. */
const exceedsLimit = Object.assign(
  () => ({ ...memoryUsage(), heapUsed: Number.MAX_SAFE_INTEGER }),
  memoryUsage,
);

module.exports = class SharedPackagesEnvironment {
  global = globalThis;

  constructor({ projectConfig: config }) {
    this.process = {
      env: process.env,
      variables: { ...process.env },
      folder: process.cwd(),
      exit: process.exit,
    };
    // Else a suite reads the settings that `npm start` stored in the clone, and writes files there.
    process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'privacy-chat-suite-'));
    this.dataDir = process.env.DATA_DIR;
    Object.assign(globalThis, config.globals);
    Error.stackTraceLimit = 100;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    const ofTimers = { config, global: globalThis, moduleMocker: this.moduleMocker, timerConfig };
    this.fakeTimers = new LegacyFakeTimers(ofTimers);
    this.fakeTimersModern = new ModernFakeTimers(ofTimers);
  }

  async setup() {}

  handleTestEvent({ name }) {
    if (FAILURES.has(name)) process.memoryUsage = exceedsLimit;
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (OF_CIRCUS.has(symbol.description)) delete globalThis[symbol];
    forgetDecoratedClasses();
    const { env, variables, folder, exit } = this.process;
    // Jest wraps it for each suite.
    process.exit = exit;
    process.chdir(folder);
    process.env = env;
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return globalThis;
  }
};

/**
 * Empties the registries of decorated classes in shared packages. Else they keep all modules of each suite in memory: 7 MB for a
 * suite of the api.
 */
function forgetDecoratedClasses() {
  delete globalThis.typeormMetadataArgsStorage;
  delete globalThis.classValidatorMetadataStorage;
  for (const map of Object.values(defaultMetadataStorage)) map.clear();
  EntitiesMetadataStorage.storage.clear();
  MetadataLoader.refreshHooks.length = 0;
  const made = new Map();
  useContainer({ get: (type) => made.get(type) ?? made.set(type, new type()).get(type) });
}

/** Returns a module of a package that the package does not export. */
function ofPackage(name, file) {
  return require(join(dirname(require.resolve(name)), file));
}
