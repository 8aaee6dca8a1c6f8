/**
 * Inline code of one line and links of doc comments, which are no prose. The text behind an expression of a template
 * literal can begin with the end of inline code: a space or a mark follows there.
 */
const CODE = /`(?![\s,;)])[^`\n]*(?<!\s\\?)`|\{@\w+ [^}]*\}/g;

/**
 * A textlint plugin for files that hold texts among other things. Each text becomes a paragraph without its inline code.
 *
 * @param {string} extension by which textlint chooses the plugin
 * @param {(source: string, filePath: string) => [number, number][]} findTexts returns the start and end of each text
 */
export const textsPlugin = (extension, findTexts) => ({
  Processor: class {
    availableExtensions() {
      return [extension];
    }
    processor() {
      return {
        preProcess: (source, filePath) => documentOf(source, findTexts(source, filePath)),
        postProcess: (messages, filePath) => ({ messages, filePath }),
      };
    }
  },
});

function documentOf(source, texts) {
  const lineStarts = [...source.matchAll(/^/gm)].map(({ index }) => index);
  const position = (offset) => {
    const line = lineStarts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - lineStarts[line] };
  };
  const node = (type, range, rest) => ({
    type,
    range,
    loc: { start: position(range[0]), end: position(range[1]) },
    raw: source.slice(...range),
    ...rest,
  });
  const paragraph = ([start, end]) => {
    const breaks = [...source.slice(start, end).matchAll(CODE)];
    const starts = [start, ...breaks.map(({ 0: code, index }) => start + index + code.length)];
    const ends = [...breaks.map(({ index }) => start + index), end];
    const prose = starts.map((from, i) => [from, ends[i]]);
    const children = prose.map((range) => node('Str', range, { value: source.slice(...range) }));
    return node('Paragraph', [start, end], { children });
  };
  return node('Document', [0, source.length], { children: texts.map(paragraph) });
}
