import { leavesDocuments } from './outside-links.mjs';
import { sidebarOf } from './sidebar.mjs';

describe('The help pages', () => {
  it('have a sidebar of the headings and links of the index', () => {
    const index =
      '# Documents\n\nText.\n\n## Start\n\n- [Quickstart](start/quickstart.md): run it\n- [Rules](../CONTRIBUTING.md)\n\n## Empty\n';
    expect(sidebarOf(index)).toEqual([
      { text: 'Start', collapsed: false, items: [{ text: 'Quickstart', link: '/start/quickstart' }] },
    ]);
  });

  it.each([
    ['../SECURITY.md', 'index.md', true],
    ['../../libs/anonymization/README.md', 'concepts/accuracy.md', true],
    ['../SECURITY.md', 'concepts/accuracy.md', false],
    ['policy.md#modes', 'index.md', false],
    ['https://example.com/../..', 'index.md', false],
    ['#modes', 'index.md', false],
  ])('know whether %s, linked from %s, is outside: %s', (href, page, isOutside) => {
    expect(leavesDocuments(href, page)).toBe(isOutside);
  });
});
