import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { licenses } from '../../tools/console/licenses.mjs';

// oxlint-disable-next-line import/no-default-export -- Vite reads it
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [licenses()],
  esbuild: { jsx: 'automatic' },
  build: {
    outDir: resolve(import.meta.dirname, '../../dist/apps/console'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      // Packages contain directives for server rendering, which this page does not use.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
    },
  },
});
