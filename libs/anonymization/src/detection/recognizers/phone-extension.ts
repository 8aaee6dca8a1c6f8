import type { Span } from '../../spans/span';

/** What follows a number and belongs to it: "ext. 4417", "x123", "Durchwahl -23", "App. 12", "poste 45". */
const EXTENSION =
  /^[ \u00a0]?,?[ \u00a0]?\(?(?:ext(?:ension|n)?|x|durchwahl|dw|app(?:arat)?|hausapparat|nebenstelle|poste|anexo|int(?:erno|erne)?|ramal|extensão|toestel|tst|wew(?:n(?:ętrzny)?)?)[ .:#-]{0,3}(?<digits>\d{1,6})(?![\d\p{L}]|[.,]\d)/iu;
const REACH = 24;

/** A found number with its extension, in its canonical form too (RFC 3966). */
export function withExtension(text: string, span: Span): Span {
  const match = EXTENSION.exec(text.slice(span.end, span.end + REACH));
  if (!match) return span;
  const base = span.canonical?.replace(/;ext=.*$/, '');
  return {
    ...span,
    end: span.end + match[0].length,
    ...(base !== undefined && { canonical: `${base};ext=${match.groups?.digits ?? ''}` }),
  };
}
