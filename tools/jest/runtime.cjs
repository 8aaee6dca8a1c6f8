/**
 * Loads packages, and the libraries without state that everything else is made of, once for all suites of a process. Jest would
 * load them for each suite, which takes half the time of a short one: the word lists and patterns of detection alone take half
 * a second. Our other modules are loaded for each suite. `jest.mock` of a package reaches our modules, but no other package;
 * `jest.mock` of a module of a shared library works within `jest.isolateModules` only.
 */
require('../typescript/register.cjs');
const Module = require('node:module');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const sharedFolders = require('./shared-folders.cjs');

/** Modules that Jest replaces, or that the configuration maps. */
const REPLACED = /^(?:@app|@jest)\/|^(?:fast-check|jest-mock|jest-snapshot)$/;
const isPackage = (name) => /^[@\w]/.test(name) && !REPLACED.test(name);
const isShared = (file) => sharedFolders.some((folder) => file.startsWith(folder)) && file.endsWith('.ts');

/** The runtime of the suite that runs. */
let current;
/** Where Jest keeps the source map of each module, for the lines in stack traces. */
const sourceMaps = new Map();

Module._extensions['.ts'] = (module, file) => module._compile(current.transformCache.transform(file), file);

class SharedPackagesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    this.transformCache.sourceMaps = sourceMaps;
    // In a context of its own, as Jest compiles it, a value of a shared package would be no instance of `Error` or `Date`.
    this.executor.compile = (source, filename) =>
      compileFunction(source, this.executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    if (!this.mockState.shouldMockCjs(from, name).shouldMock) {
      if (isPackage(name)) return Module.createRequire(from)(name);
      const file = this.registries.isIsolated() ? '' : this._resolution.resolveCjs(from, name);
      if (isShared(file)) return Module.createRequire(from)(file);
    }
    return super.requireModuleOrMock(from, name);
  }
}

module.exports = { __esModule: true, default: SharedPackagesRuntime };
