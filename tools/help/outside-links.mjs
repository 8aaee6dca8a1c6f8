import { dirname, posix } from 'node:path';

/** Returns whether a link from a page leads to a file outside the documents, such as `../SECURITY.md` from `index.md`. */
export const leavesDocuments = (href, page) =>
  !/^(?:[a-z]+:|[#/])/i.test(href) && posix.normalize(posix.join(dirname(page), href)).startsWith('..');

/** A markdown-it plugin that shows such a link as text, because the file is not on these pages. */
export function unlinkOutside(md) {
  md.core.ruler.push('unlink-outside', ({ tokens, env }) => {
    for (const token of tokens)
      if (token.children) token.children = unlinked(token.children, env.relativePath ?? 'index.md');
  });
}

/** Links do not nest in Markdown: the next closing token belongs to the last opening one. */
function unlinked(tokens, page) {
  let isOutside = false;
  return tokens.filter((token) => {
    if (token.type === 'link_open') isOutside = leavesDocuments(token.attrGet('href') ?? '', page);
    const isLeft = isOutside && (token.type === 'link_open' || token.type === 'link_close');
    if (token.type === 'link_close') isOutside = false;
    return !isLeft;
  });
}
