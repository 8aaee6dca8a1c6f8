import { render } from '@testing-library/react';
import { Answer } from '../thread/answer';
import { blocksOf } from './blocks-of-chat';

const blocksOfAnswer = (text: string) => blocksOf(render(<Answer text={text} />).container);

describe('an answer for a word processor', () => {
  it('keeps headings, emphasis, code and the lines of letters', () => {
    const text = '## Offer\n\nDear **Ms Sommer**,  \nsee *below*: `x = 1`.\n\n```js\nlet a;\n\nlet b;\n```';
    expect(blocksOfAnswer(text)).toEqual([
      { type: 'heading', level: 1, line: [{ text: 'Offer' }] },
      {
        type: 'paragraph',
        line: [
          { text: 'Dear ' },
          { text: 'Ms Sommer', bold: true },
          { text: ',' },
          { text: '\n' },
          { text: 'see ' },
          { text: 'below', italic: true },
          { text: ': ' },
          { text: 'x = 1', code: true },
          { text: '.' },
        ],
      },
      { type: 'code', text: 'let a;\n\nlet b;' },
    ]);
  });

  it('keeps lists with their numbers, tasks, quotes and tables', () => {
    const text = '3. one\n   - inner\n4. two\n\n- [x] done\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    const line = (of: string) => ({ type: 'paragraph', line: [{ text: of }] });
    expect(blocksOfAnswer(text)).toEqual([
      {
        type: 'list',
        first: 3,
        entries: [[line('one'), { type: 'list', entries: [[line('inner')]] }], [line('two')]],
      },
      {
        type: 'list',
        entries: [[{ type: 'paragraph', line: [{ text: '☑' }, { text: ' ' }, { text: 'done' }] }]],
      },
      { type: 'quote', blocks: [line('said')] },
      {
        type: 'table',
        rows: [
          [[{ text: 'a' }], [{ text: 'b' }]],
          [[{ text: '1' }], [{ text: '2' }]],
        ],
      },
    ]);
  });

  it('writes the address of a link behind its name, once', () => {
    const text = '[shown](https://a.example/b) https://c.example';
    expect(JSON.stringify(blocksOfAnswer(text)).match(/https:/g)).toHaveLength(2);
  });
});
