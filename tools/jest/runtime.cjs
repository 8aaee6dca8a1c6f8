/**
 * Loads packages once for all suites of a process. Jest would load them for each suite, which takes half the time of a short one.
 * Our own modules are loaded for each suite. `jest.mock` of a package reaches our modules, but no other package.
 */
const { createRequire } = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

/** Modules that Jest replaces, or that the configuration maps. */
const REPLACED = /^(?:@app|@jest)\/|^(?:fast-check|jest-mock|jest-snapshot)$/;
const isPackage = (name) => /^[@\w]/.test(name) && !REPLACED.test(name);

class SharedPackagesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    // In a context of its own, as Jest compiles it, a value of a shared package would be no instance of `Error` or `Date`.
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    return isPackage(name) && !this.mockState.shouldMockCjs(from, name).shouldMock
      ? createRequire(from)(name)
      : super.requireModuleOrMock(from, name);
  }
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
