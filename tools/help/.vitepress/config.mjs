import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { unlinkOutside } from '../outside-links.mjs';
import { plainText } from '../plain-text.mjs';
import { sidebarOf } from '../sidebar.mjs';

const DOCS = resolve(import.meta.dirname, '../../../docs');

const config = {
  srcDir: DOCS,
  base: '/help/',
  title: 'privacy-chat',
  lang: 'en',
  // The content security policy of these pages allows no inline script.
  appearance: false,
  metaChunk: true,
  ignoreDeadLinks: 'localhostLinks',
  rewrites: { 'README.md': 'index.md' },
  themeConfig: {
    sidebar: sidebarOf(readFileSync(resolve(DOCS, 'README.md'), 'utf8')),
    outline: [2, 3],
    search: { provider: 'local' },
  },
  markdown: {
    html: false,
    // PromQL has no grammar of its own here.
    languageAlias: { promql: 'sql' },
    config: (md) => md.use(plainText).use(unlinkOutside),
  },
  transformHtml: (html) => html.replaceAll(/<script id="check-mac-os">.*?<\/script>/g, ''),
};

// oxlint-disable-next-line import/no-default-export -- VitePress reads it
export default config;
