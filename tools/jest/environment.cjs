/**
 * The environment of suites that share packages (`runtime.cjs`): the globals of Node.js itself. The variables of the process are
 * restored after each suite.
 */
const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** The globals in which the modules of jest-circus keep their state. */
const OF_CIRCUS = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS']);

module.exports = class SharedPackagesEnvironment {
  global = globalThis;

  constructor({ projectConfig: config }) {
    this.variables = { ...process.env };
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
