import { expectTooCostly } from '../../support/costly-document';
import { useTwoApis } from './scene';

const scene = useTwoApis();

/** Memory limits: `test/long/hostile-documents.e2e-spec.ts`. */
describe('an upload', () => {
  it('is rejected with 400 if parsing it takes too long [SEC-45]', () =>
    expectTooCostly(scene.system, 'reading it takes too long'));
});
