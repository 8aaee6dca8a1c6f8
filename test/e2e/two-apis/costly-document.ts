import { expectTooCostly } from '../../support/costly-document';
import { useTwoApis } from './scene';

const scene = useTwoApis();

/** Memory: `test/long/hostile-documents.e2e-spec.ts`. */
describe('an upload', () => {
  it('costs its sender a 400 where reading it takes too much time [SEC-45]', () =>
    expectTooCostly(scene.system, 'reading it takes too long'));
});
