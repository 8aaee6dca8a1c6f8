import { warnOfOldNode } from './warn-of-old-node';

describe('warnOfOldNode', () => {
  const warnings = (version: string): unknown[] => {
    const said: unknown[] = [];
    warnOfOldNode({ warn: (event) => said.push(event) }, version);
    return said;
  };

  it.each(['20.19.0', '20.20.2', '21.7.3'])(
    'warns of %s, which gets no security updates any more',
    (version) => {
      expect(warnings(version)).toEqual(['node.end_of_life']);
    },
  );

  it.each(['22.21.0', '24.21.0'])('says nothing of %s', (version) => {
    expect(warnings(version)).toEqual([]);
  });
});
