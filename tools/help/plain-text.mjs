/** Plugin of markdown-it: `{{ value }}` is text. Vue would evaluate it. */
export function plainText(md) {
  md.renderer.rules.text = (tokens, at) =>
    md.utils.escapeHtml(tokens[at].content).replaceAll('{{', '&#123;&#123;');
}
