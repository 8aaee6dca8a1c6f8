/**
 * The environment of suites that share packages (`runtime.cjs`): the globals of Node.js itself. The variables of the process are
 * restored after each suite.
 */
const { dirname, join } = require('node:path');
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { EntitiesMetadataStorage } = ofPackage('@nestjs/typeorm', 'entities-metadata.storage.js');
const { MetadataLoader } = ofPackage('@nestjs/swagger', 'plugin/metadata-loader.js');
const { defaultMetadataStorage } = require('class-transformer/cjs/storage.js');
const { useContainer } = require('class-validator/cjs/container.js');

/** The globals in which the modules of jest-circus keep their state. */
const OF_CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

module.exports = class SharedPackagesEnvironment {
  global = globalThis;

  constructor({ projectConfig: config }) {
    this.variables = { ...process.env };
    // Jest wraps it for each suite.
    this.exit = process.exit;
    Object.assign(globalThis, config.globals);
    Error.stackTraceLimit = 100;
    this.moduleMocker = new ModuleMocker(globalThis);
    const timerConfig = { idToRef: (id) => id, refToId: (timer) => timer };
    const ofTimers = { config, global: globalThis, moduleMocker: this.moduleMocker, timerConfig };
    this.fakeTimers = new LegacyFakeTimers(ofTimers);
    this.fakeTimersModern = new ModernFakeTimers(ofTimers);
  }

  async setup() {}

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (OF_CIRCUS.has(symbol.description)) delete globalThis[symbol];
    forgetDecoratedClasses();
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
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
