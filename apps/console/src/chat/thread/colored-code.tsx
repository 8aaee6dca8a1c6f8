import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

export interface ColoredCodeProps {
  code: string;
  language: string;
}

const highlighter = createLowlight(common);

/** Code with a class for each of its tokens. Code in an unknown language has no classes. */
export function ColoredCode({ code, language }: ColoredCodeProps) {
  if (!highlighter.registered(language)) return code;
  return toJsxRuntime(highlighter.highlight(language, code), { Fragment, jsx, jsxs });
}
