import { KIND_TABLE } from '../privacy/kind-table';
import type { Kind } from '../privacy/kinds';
import { presetOf, PRESETS, withPreset } from './presets';
import type { Policy } from './use-policy';

const KINDS = Object.keys(KIND_TABLE) as readonly Kind[];
const OWN: Policy = {
  modes: { Names: 'never' },
  internal: { models: ['our-own'], modes: {} },
  users_may_keep: true,
  allow_unprotected: true,
  images: 'passed',
  terms: [{ phrase: 'Nordlicht' }],
  exceptions: [{ value: 'info@company.example' }],
  system_prompt: 'Be brief.',
  models: [{ model: 'large', groups: ['legal'] }],
};

describe.each(PRESETS)('the preset %s', (preset) => {
  const policy = withPreset(OWN, preset);

  it('forbids messages without protection, and keeps what the organization wrote itself', () => {
    expect(policy.allow_unprotected).toBe(false);
    for (const part of ['terms', 'exceptions', 'system_prompt', 'models'] as const)
      expect(policy[part]).toEqual(OWN[part]);
    expect(policy.internal?.models).toEqual(['our-own']);
  });

  it('has a mode for each kind that the kind allows', () => {
    for (const kind of KINDS)
      for (const mode of [policy.modes?.[kind], policy.internal?.modes[kind] ?? 'asked']) {
        expect(mode).toBeDefined();
        if (mode === 'block') expect([kind, KIND_TABLE[kind].mayBeBlocked]).toEqual([kind, true]);
      }
  });

  it('is recognized until a rule is changed', () => {
    expect(presetOf(policy)).toBe(preset);
    expect(presetOf({ ...policy, terms: [] })).toBe(preset);
    expect(presetOf({ ...policy, images: 'passed' })).toBeUndefined();
    expect(presetOf(OWN)).toBeUndefined();
  });
});
