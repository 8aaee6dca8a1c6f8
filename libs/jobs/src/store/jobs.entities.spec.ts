import { newId } from '@app/common';
import { DataKey } from '@app/crypto';
import { jobBinding, openInput, sealInput } from './jobs.entities';

const INPUT = { text: 'Write to ann@example.com' };

describe('the input of a job', () => {
  const key = DataKey.random(newId());

  it.each([false, true])('is opened by this version (with a newer field: %s)', (isNewer) => {
    expect(openInput(key, sealInput(key, INPUT, isNewer))).toEqual(INPUT);
  });

  it('cannot be opened by the previous version if it has a newer field', () => {
    const binding = jobBinding.input(key.subjectId);
    expect(key.openText(sealInput(key, INPUT, false), binding)).toBe(JSON.stringify(INPUT));
    expect(() => key.openText(sealInput(key, INPUT, true), binding)).toThrow();
  });

  it('cannot be opened with the key of another job', () => {
    expect(() => openInput(DataKey.random(newId()), sealInput(key, INPUT, true))).toThrow();
  });
});
