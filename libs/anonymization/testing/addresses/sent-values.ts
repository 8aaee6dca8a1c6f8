import MarkdownIt from 'markdown-it';
import { HtmlRenderer, Parser } from 'commonmark';
import katex from 'katex';
import { marked } from 'marked';
import { parse, type DefaultTreeAdapterMap } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

/** Attributes that a browser loads, follows or reads as a style */
const SENT =
  /^(?:src|srcset|imagesrcset|href|.*:href|style|action|formaction|data|poster|background|ping|cite|longdesc|usemap|manifest|codebase|content|srcdoc|on.*)$/;
/** Attributes that it sends with a form, or may use in place of such an address */
const SENT_OF = /^(?:value|name|to|from|by|values)$/;
const SENDING =
  /^(?:input|button|select|option|textarea|output|fieldset|object|param|form|iframe|map|a|meta|slot|set|animate.*)$/i;

/** All renderers of an answer: Markdown with and without raw HTML, with detected links, and HTML. */
const RENDERERS: Readonly<Record<string, (answer: string) => string>> = {
  'markdown-it': (answer) => new MarkdownIt({ html: false, linkify: true }).render(answer),
  'markdown-it with HTML': (answer) => new MarkdownIt({ html: true, linkify: true }).render(answer),
  commonmark: (answer) => new HtmlRenderer().render(new Parser().parse(answer)),
  marked: (answer) => marked.parse(answer, { async: false }),
  HTML: (answer) => answer,
  KaTeX: (answer) => formulasOf(answer).map(renderFormula).join(''),
};

const FORMULAS = [
  /\$\$([^]+?)(?:\$\$|$)/g,
  /\\\[([^]+?)(?:\\\]|$)/g,
  /(?:```|~~~) *(?:math|katex)\n([^]+?)(?:```|~~~|$)/g,
  /(\\begin\{([a-z]+\*?)\}[^]+?\\end\{\2\})/g,
];

const formulasOf = (answer: string): string[] =>
  FORMULAS.flatMap((form) => [...answer.matchAll(form)].map(([, formula = '']) => formula));

const renderFormula = (formula: string): string =>
  katex.renderToString(formula, { trust: true, throwOnError: false, strict: 'ignore', output: 'html' });

/** Returns everything in an answer that a browser may send, raw and decoded, with the renderer. */
export function sentValues(answer: string): { renderer: string; value: string }[] {
  return Object.entries(RENDERERS).flatMap(([renderer, render]) =>
    valuesOf(parse(render(answer))).map((value) => ({ renderer, value: decoded(value) })),
  );
}

function valuesOf(node: Node): string[] {
  const attributes = 'attrs' in node ? node.attrs : [];
  const content = 'content' in node ? valuesOf(node.content) : [];
  const isSentText =
    ['textarea', 'style'].includes(node.nodeName) || (node.nodeName === 'option' && isIn(node, 'select'));
  return [
    ...attributes
      .filter(({ name }) => SENT.test(name) || (SENT_OF.test(name) && SENDING.test(node.nodeName)))
      .map(({ value }) => value),
    ...(isSentText && 'childNodes' in node ? node.childNodes.map(textOf) : []),
    ...content,
    ...('childNodes' in node ? node.childNodes.flatMap(valuesOf) : []),
  ];
}

function isIn(node: Node, name: string): boolean {
  const parent = 'parentNode' in node ? node.parentNode : null;
  return parent !== null && (parent.nodeName === name || isIn(parent, name));
}

function textOf(node: Node): string {
  return 'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Decodes percent-encoded parts. */
function decoded(value: string): string {
  return value.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}
