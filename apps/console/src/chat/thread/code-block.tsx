import { lazy, Suspense } from 'react';
import { useTexts } from '../../texts';
import { CopyButton } from '../../ui/copy-button';
import type { ColoredCodeProps } from './colored-code';

const PlainCode = ({ code }: ColoredCodeProps) => code;

/** Loaded for the first code with a language. Code stays readable without colors, so a failed load is no failure. */
const ColoredCode = lazy(async () => {
  const loaded = await import('./colored-code').catch(() => undefined);
  return { default: loaded?.ColoredCode ?? PlainCode };
});

interface Props {
  code: string;
  /** As the model named it; undefined if it named none. */
  language: string | undefined;
}

/** A block of code with the name of its language, colors, and a button that copies it. */
export function CodeBlock({ code, language }: Props) {
  const t = useTexts();
  return (
    <figure className="code">
      <figcaption className="row">
        <span className="muted small grow">{language ?? t.chat.code}</span>
        <CopyButton text={code} label={t.chat.copyCode} bare />
      </figcaption>
      <pre tabIndex={0}>
        <code>
          {language === undefined ? (
            code
          ) : (
            <Suspense fallback={code}>
              <ColoredCode code={code} language={language} />
            </Suspense>
          )}
        </code>
      </pre>
    </figure>
  );
}
