/** Between two words of one sentence: spaces, and the marks that begin a line of a comment or of a quote. */
const GAP = String.raw`\s+(?:(?:\*|//|#|>)\s+)*`;
/** A word begins after an escape such as \n, too. What is part of a path or of a longer name is no word. */
const START = String.raw`(?:(?<![\p{L}\p{N}_/.@$])|(?<=\\[nrt]))`;
const END = String.raw`(?![\p{L}\p{N}_@(]|[./][\p{L}\p{N}_])`;

/**
 * A textlint rule that reports phrases. Its option `phrases` lists pairs: a pattern, in which a space stands for the gap
 * between two words, and what to write instead.
 */
export function phraseRule({ Syntax, RuleError, getSource, locator, report }, { phrases }) {
  const groups = phrases.map(([pattern]) => `(${pattern.replaceAll(' ', GAP)})`);
  const any = new RegExp(`${START}(?:${groups.join('|')})${END}`, 'giu');
  return {
    [Syntax.Str](node) {
      for (const match of getSource(node).matchAll(any)) {
        const [text, ...found] = match;
        const [, suggestion] = phrases[found.findIndex((group) => group !== undefined)];
        const phrase = text.replaceAll(new RegExp(GAP, 'g'), ' ');
        const padding = locator.range([match.index, match.index + text.length]);
        report(node, new RuleError(`"${phrase}": ${suggestion}`, { padding }));
      }
    },
  };
}
