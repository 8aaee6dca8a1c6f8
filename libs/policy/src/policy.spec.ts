import { CHOICES, ENTITY_TYPES } from '@app/anonymization';
import { protectionOf } from './policy';

describe('the protection of a call', () => {
  it('is all if every kind but dates is hidden, or left out by the policy', () => {
    expect(protectionOf({ modes: {} }, CHOICES.all, 0)).toEqual({
      level: 'all',
      leftOutKinds: 0,
      leftInClear: 0,
    });
    const hidden = CHOICES.all.filter((kind) => kind !== 'Locations');
    expect(protectionOf({ modes: { Locations: 'never' } }, hidden, 0).level).toBe('all');
  });

  it('is some if a kind is not hidden, with the number of such kinds', () => {
    const hidden = ENTITY_TYPES.filter((kind) => kind !== 'Locations' && kind !== 'Names');
    expect(protectionOf({ modes: {} }, hidden, 3)).toEqual({
      level: 'some',
      leftOutKinds: 2,
      leftInClear: 3,
    });
  });

  it('is off if no kind is hidden', () => {
    expect(protectionOf({ modes: {} }, [], 0).level).toBe('off');
  });
});
