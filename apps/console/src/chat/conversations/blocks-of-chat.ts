import type { Block, Line, Run } from '../../ui/docx';
import { withoutAdded } from '../thread/copied-answer';

const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, figure, pre, blockquote, div, article, table, hr, .formula.block';

/** What the page adds to answers. Formulas are written in TeX, as their annotation has them. */
const ADDED = '.code figcaption, .link-target';

/** Returns the elements of a chat, or of an answer, as blocks for a word processor. */
export const blocksOf = (element: HTMLElement): Block[] => within(withoutAdded(element, ADDED));

/** Text between blocks is a paragraph. */
function within(parent: Element): Block[] {
  const blocks: Block[] = [];
  let line: Run[] = [];
  const endLine = () => {
    const runs = trimmed(line);
    if (runs.length > 0) blocks.push({ type: 'paragraph', line: runs });
    line = [];
  };
  for (const node of parent.childNodes) {
    if (!(node instanceof Element && node.matches(BLOCKS))) {
      line.push(...runsOf(node, {}));
      continue;
    }
    endLine();
    blocks.push(...blockOf(node));
  }
  endLine();
  return blocks;
}

function blockOf(block: Element): Block[] {
  if (block.matches('h1, h2, h3, h4, h5, h6')) {
    // Level 1 is the title of the file.
    const level = Math.min(Math.max(Number(block.tagName.slice(1)) - 1, 1), 3) as 1 | 2 | 3;
    return [{ type: 'heading', level, line: lineOf(block) }];
  }
  if (block.matches('ul, ol')) {
    const entries = [...block.children].map(within);
    return [
      {
        type: 'list',
        ...(block.matches('ol') && { first: Number(block.getAttribute('start') ?? 1) }),
        entries,
      },
    ];
  }
  if (block.matches('pre')) return [{ type: 'code', text: block.textContent.trimEnd() }];
  if (block.matches('.pre')) return [{ type: 'paragraph', line: [{ text: block.textContent }] }];
  if (block.matches('.formula')) return [{ type: 'code', text: formulaOf(block) }];
  if (block.matches('blockquote')) return [{ type: 'quote', blocks: within(block) }];
  if (block.matches('hr')) return [{ type: 'rule' }];
  if (block.matches('table')) {
    const rows = [...block.querySelectorAll('tr')].map((row) => [...row.cells].map(lineOf));
    return rows.length > 0 ? [{ type: 'table', rows }] : [];
  }
  return within(block);
}

const lineOf = (element: Element): Line =>
  trimmed([...element.childNodes].flatMap((node) => runsOf(node, {})));

/** Returns a node within a line, with the address of a link behind its name. */
function runsOf(node: Node, look: Omit<Run, 'text'>): Run[] {
  if (!(node instanceof Element))
    return [{ text: (node.textContent ?? '').replaceAll(/\s+/g, ' '), ...look }];
  if (node.matches('br')) return [{ text: '\n' }];
  if (node.matches('input')) return [{ text: node.hasAttribute('checked') ? '☑' : '☐' }];
  if (node.matches('.formula')) return [{ text: formulaOf(node), code: true }];
  const inner: Omit<Run, 'text'> = {
    ...look,
    ...(node.matches('strong, b') && { bold: true }),
    ...(node.matches('em, i') && { italic: true }),
    ...(node.matches('code') && { code: true }),
    ...(node.matches('.muted') && { faint: true }),
  };
  const runs = [...node.childNodes].flatMap((child) => runsOf(child, inner));
  const href = node.matches('a') ? (node.getAttribute('href') ?? '') : '';
  const text = runs.map((run) => run.text).join('');
  return href === '' || [text, `mailto:${text}`].includes(href)
    ? runs
    : [...runs, { text: ` (${href})`, ...look }];
}

/** Returns a formula in TeX. */
const formulaOf = (formula: Element): string =>
  (formula.querySelector('annotation') ?? formula).textContent.trim();

/** Returns runs without the spaces at the ends of a line. */
function trimmed(line: readonly Run[]): Run[] {
  const runs: Run[] = [];
  for (const run of line) {
    const begins = runs.length === 0 || runs.at(-1)!.text.endsWith('\n');
    const text = begins && run.text !== '\n' ? run.text.trimStart() : run.text;
    if (text !== '') runs.push({ ...run, text });
  }
  const last = runs.at(-1);
  if (last) last.text = last.text.trimEnd();
  return runs.filter(({ text }) => text !== '');
}
