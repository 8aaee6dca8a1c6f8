import { startSystem } from '@app/testing';
import { expectTooCostly } from '../support/costly-document';

/** Time limits: `test/e2e/two-apis/costly-document.ts`. */
describe('an upload', () => {
  it('is rejected with 400 if parsing it takes too much memory [SEC-46]', async () => {
    const system = await startSystem({ DOCUMENT_MEMORY: '100MiB', DOCUMENT_TIMEOUT: '5m' }, ['api']);
    try {
      await expectTooCostly(system, 'reading it takes too much memory');
    } finally {
      await system.stop();
    }
  });
});
