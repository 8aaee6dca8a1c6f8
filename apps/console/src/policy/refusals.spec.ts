import { withPreset } from './presets';
import { newRefusals, refusalsOf } from './refusals';
import type { Policy } from './use-policy';

const NONE = { unprotected: undefined, blocked: [], never: [], keep: false, images: false };

describe('the calls of programs that a draft refuses', () => {
  it.each<[Policy, object]>([
    [{}, {}],
    [{ allow_unprotected: false }, { unprotected: 'all' }],
    [{ allow_unprotected: false, modes: { Names: 'always' } }, { unprotected: 'internal' }],
    [
      { allow_unprotected: false, modes: { Names: 'never' } },
      { unprotected: 'all', never: ['Names'] },
    ],
    [
      {
        allow_unprotected: false,
        modes: { Names: 'remove' },
        internal: { models: [], modes: { Emails: 'always' } },
      },
      {},
    ],
    [{ modes: { Cards: 'block', Names: 'always' } }, { blocked: ['Cards'] }],
    [{ users_may_keep: false }, { keep: true }],
  ])('of %j are %j', (draft, refused) => {
    expect(newRefusals({}, draft)).toEqual({ ...NONE, ...refused });
  });

  it('are not those that the policy in force refuses', () => {
    const strict = withPreset({}, 'strict');
    expect(newRefusals(strict, { ...strict, system_prompt: 'Be brief.' })).toEqual(NONE);
    expect(newRefusals(strict, withPreset(strict, 'selfHosted')).blocked).not.toContain('Cards');
    expect(newRefusals({ images: 'passed' }, {}).images).toBe(true);
    expect(refusalsOf(strict)).toMatchObject({ blocked: ['Cards', 'Secrets'], keep: true, images: true });
  });
});
