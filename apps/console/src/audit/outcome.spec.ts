import { shownOutcomeOf } from './outcome';

it.each([
  ['done', null, 'done'],
  ['done', 'chat', 'done'],
  ['done', 'failed', 'failed'],
  ['done', 'broken_off', 'failed'],
  ['done', 'cancelled', 'stopped'],
  ['done', 'stopped', 'stopped'],
  ['refused', 'failed', 'refused'],
] as const)('shows an entry that is %s with the reason %s as %s', (outcome, reason, shown) => {
  expect(shownOutcomeOf({ outcome, reason })).toBe(shown);
});
