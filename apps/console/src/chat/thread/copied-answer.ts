/** What the page adds to an answer, and what assistive technology alone reads. */
const ADDED = '.code figcaption, .link-target, annotation';

/** Returns a shown answer as HTML with its text and structure only, for word processors and mail programs. */
export function htmlOf(answer: HTMLElement): string {
  const copy = withoutAdded(answer);
  for (const element of copy.querySelectorAll('*'))
    for (const name of element.getAttributeNames())
      if (!['href', 'start', 'type', 'checked', 'align'].includes(name)) element.removeAttribute(name);
  return copy.innerHTML;
}

/** Returns a shown answer as text without Markdown, as people write it in an email. */
export const mailTextOf = (answer: HTMLElement): string =>
  blocksOf(withoutAdded(answer)).replaceAll(/[ \t]+$/gm, '');

/** Returns a copy of an answer without the elements that a selector matches: what the page adds to it. */
export function withoutAdded(answer: HTMLElement, selector = ADDED): HTMLElement {
  const copy = answer.cloneNode(true) as HTMLElement;
  for (const added of copy.querySelectorAll(selector)) added.remove();
  return copy;
}

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, figure, pre, blockquote, div, table, hr';

/** Returns the blocks of an element, separated by empty lines. Text between blocks is a block. */
function blocksOf(parent: Element): string {
  const blocks: string[] = [];
  let line = '';
  const endLine = () => {
    // The page has a line feed after each break, which is no space of the text.
    const text = line.replaceAll(/ *\n */g, '\n').trim();
    if (text !== '') blocks.push(text);
    line = '';
  };
  for (const node of parent.childNodes) {
    if (!(node instanceof Element && node.matches(BLOCKS))) {
      line += lineOf(node);
      continue;
    }
    endLine();
    blocks.push(blockOf(node));
  }
  endLine();
  return blocks.filter((block) => block !== '').join('\n\n');
}

function blockOf(block: Element): string {
  if (block.matches('ul, ol')) return listOf(block);
  if (block.matches('pre')) return block.textContent.trimEnd();
  if (block.matches('hr')) return '---';
  if (block.matches('table'))
    return [...block.querySelectorAll('tr')]
      .map((row) => [...row.cells].map((cell) => lineOf(cell).trim()).join('\t'))
      .join('\n');
  if (block.matches('blockquote')) return blocksOf(block).replaceAll(/^/gm, '> ');
  return blocksOf(block);
}

function listOf(list: Element): string {
  const first = Number(list.getAttribute('start') ?? 1);
  const entries = [...list.children].map((entry, index) => {
    const mark = list.matches('ol') ? `${first + index}. ` : '- ';
    const text = blocksOf(entry).replaceAll(/\n\n(?= *(?:- |\d+\. ))/g, '\n');
    return mark + text.replaceAll(/\n(?!\n|$)/g, `\n${' '.repeat(mark.length)}`);
  });
  return entries.join('\n');
}

/** Returns a node within a line as text, with the address of a link behind its name. */
function lineOf(node: Node): string {
  if (!(node instanceof Element)) return (node.textContent ?? '').replaceAll(/\s+/g, ' ');
  if (node.matches('br')) return '\n';
  if (node.matches('input')) return node.hasAttribute('checked') ? '[x]' : '[ ]';
  const text = [...node.childNodes].map(lineOf).join('');
  const href = node.matches('a') ? (node.getAttribute('href') ?? '') : '';
  return href === '' || [text, `mailto:${text}`].includes(href) ? text : `${text} (${href})`;
}
