import { memo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useTexts } from '../../texts';

/** Renders links and images as text, so that a model's answer cannot load images or disguise links. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <ShownLink href={href ?? ''}>{children}</ShownLink>,
  img: ({ alt, src }) => <UnloadedImage alt={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
  table: ({ children }) => (
    <div className="table-frame" tabIndex={0} role="region">
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

/** An answer in Markdown. Raw HTML stays text, and the library drops addresses that are not http or mailto. */
export const Answer = memo(({ text }: { text: string }) => (
  <div className="answer">
    <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
      {text}
    </Markdown>
  </div>
));
Answer.displayName = 'Answer';

function ShownLink({ href, children }: { href: string; children: React.ReactNode }) {
  if (!href || href.startsWith('#')) return <span>{children}</span>;
  return (
    <span>
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" referrerPolicy="no-referrer">
        {children}
      </a>
      {!saysItself(href, String(children)) && <code className="link-target"> {href}</code>}
    </span>
  );
}

const saysItself = (href: string, text: string): boolean =>
  [text, `mailto:${text}`, `${text}/`].includes(href);

function UnloadedImage({ alt, address }: { alt: string; address: string }) {
  const t = useTexts();
  return (
    <span className="unloaded">
      {t.chat.imageNotLoaded(alt)} <code>{address}</code>
    </span>
  );
}
