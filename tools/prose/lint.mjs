import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import { codeTexts } from './code-texts.mjs';
import { phraseRule } from './phrases.mjs';
import { textsPlugin } from './texts-plugin.mjs';
import { WORDS } from './words.mjs';

const PLUGINS = {
  markdown: markdown.default ?? markdown,
  code: textsPlugin('.code', codeTexts),
  titles: textsPlugin('.titles', (source, filePath) => codeTexts(source, filePath, { titlesOnly: true })),
  plain: textsPlugin('.plain', (source) => [[0, source.length]]),
};
const plugins = Object.entries(PLUGINS).map(([pluginId, plugin]) => ({ pluginId, plugin }));
const rules = Object.entries(WORDS).map(([ruleId, phrases]) => ({
  ruleId,
  rule: phraseRule,
  options: { phrases },
}));
const kernel = new TextlintKernel();

/**
 * Finds the phrases of words.mjs in a file.
 *
 * @param {string} kind how the file is read: `.md`, `.code`, `.titles` or `.plain`
 */
export async function lint(source, file, kind) {
  const { messages } = await kernel.lintText(source, { filePath: file, ext: kind, plugins, rules });
  return messages.map(({ ruleId, message, line, column, range }) => ({
    file,
    line,
    column,
    rule: ruleId,
    message,
    phrase: source.slice(...range),
  }));
}
