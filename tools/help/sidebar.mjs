/** Returns the sidebar: the headings of the index and, below each, the pages that it links. */
export const sidebarOf = (index) =>
  index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      text: section.slice(0, section.indexOf('\n')).trim(),
      collapsed: false,
      items: [...section.matchAll(/^- \[([^\]]+)\]\((?!\.\.)([^)#]+)\.md\)/gm)].map(([, text, path]) => ({
        text,
        link: `/${path}`,
      })),
    }))
    .filter(({ items }) => items.length > 0);
