import { startSystem } from '@app/testing';
import { expectTooCostly } from '../support/costly-document';

/** What takes too much time: `test/e2e/upload.e2e-spec.ts`. */
describe('an upload that takes too much memory to read', () => {
  it('costs its sender a 400', async () => {
    const system = await startSystem({ DOCUMENT_MEMORY: '100MiB', DOCUMENT_TIMEOUT: '5m' }, ['api']);
    try {
      await expectTooCostly(system, 'reading it takes too much memory');
    } finally {
      await system.stop();
    }
  });
});
