/**
 * Code, which stays unchanged, then the four notations of formulas, then a single dollar sign. A dollar sign begins a
 * formula before a character that is not a space, and ends it after such a character if no digit follows. So prices stay
 * text. The lengths are bounded, so that an answer with many openings and no end takes no quadratic time.
 */
const PARTS =
  /(^ {0,3}(`{3,}|~{3,})[^]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![^]))|(`+)(?!`)[^]{0,2000}?[^`]\3(?!`)|\\\\|\\\$)|^([ \t]*)(?:\\\[([^]{1,2000}?)\\\]|\$\$([^]{1,2000}?)\$\$)[ \t]*$|\\\[([^]{1,2000}?)\\\]|\$\$([^]{1,2000}?)\$\$|\\\(([^]{1,2000}?)\\\)|\$(?![\s$])((?:\\.|[^\\$\n])*?(?:\\.|[^\s\\$]))\$(?!\d)|\$/gm;

/**
 * Writes the formulas of an answer in the notation of `remark-math`, and escapes other dollar signs. Models write `\(…\)`
 * and `\[…\]` too, which Markdown would read as brackets.
 */
export const markFormulas = (text: string): string =>
  /\$|\\[([]/.test(text) ? text.replace(PARTS, rewritten) : text;

function rewritten(part: string, ...groups: (string | undefined)[]): string {
  const [code, , , indent, bracketBlock, dollarBlock, bracketed, dollared, round, single] = groups;
  if (code !== undefined) return part;
  const block = bracketBlock ?? dollarBlock;
  if (block !== undefined)
    return [`$$`, ...block.trim().split('\n'), `$$`].map((line) => indent + line.trim()).join('\n');
  const inline = bracketed ?? dollared ?? round ?? single;
  return inline === undefined ? String.raw`\$` : `$$${inline.replaceAll(/\s+/g, ' ').trim()}$$`;
}
