interface Node {
  type: string;
  tagName?: string;
  children?: Node[];
}

/**
 * A plugin that numbers the headings of an answer from level 2 without gaps, because level 1 is the title of the page and
 * models begin at any level.
 */
export const orderHeadings =
  () =>
  (tree: Node): void => {
    const open: number[] = [];
    const visit = (node: Node): void => {
      const level = Number(/^h([1-6])$/.exec(node.tagName ?? '')?.[1]);
      if (level) {
        while (open.length > 0 && open.at(-1)! >= level) open.pop();
        open.push(level);
        node.tagName = `h${Math.min(open.length + 1, 6)}`;
      }
      for (const child of node.children ?? []) visit(child);
    };
    visit(tree);
  };
