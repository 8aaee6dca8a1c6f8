import { memo, type Ref } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { useTexts } from '../../texts';
import { CodeBlock } from './code-block';
import { Formula } from './formula';
import { markFormulas } from './mark-formulas';
import { orderHeadings } from './order-headings';

/** Renders links and images as text, so that a model's answer cannot load images or disguise links. */
const COMPONENTS: Components = {
  a: ({ href, children }) => <ShownLink href={href ?? ''}>{children}</ShownLink>,
  img: ({ alt, src }) => <UnloadedImage alt={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
  table: ({ children }) => (
    <div className="table-frame" tabIndex={0} role="region">
      <table>{children}</table>
    </div>
  ),
  pre: ({ node }) => <Block node={node} />,
  code: ({ node, children }) =>
    isFormula(node) ? <Formula tex={textOf(node)} isBlock={false} /> : <code>{children}</code>,
  input: ({ checked }) => <Task isDone={checked === true} />,
};

const MARKDOWN = [remarkGfm, remarkBreaks, remarkMath];

interface Props {
  text: string;
  ref?: Ref<HTMLDivElement>;
}

/** An answer in Markdown. Raw HTML stays text, and the library drops addresses that are not http or mailto. */
export const Answer = memo(({ text, ref }: Props) => (
  <div className="answer" ref={ref}>
    <Markdown remarkPlugins={MARKDOWN} rehypePlugins={[orderHeadings]} components={COMPONENTS}>
      {markFormulas(text)}
    </Markdown>
  </div>
));
Answer.displayName = 'Answer';

type Element = NonNullable<ExtraProps['node']>;

/** Returns the text of an element that contains only text. */
const textOf = (element: Element | undefined): string =>
  element?.children.map((child) => (child.type === 'text' ? child.value : '')).join('') ?? '';

const classesOf = (element: Element | undefined): string[] => {
  const classes = element?.properties['className'];
  return Array.isArray(classes) ? classes.map(String) : [];
};

const isFormula = (element: Element | undefined): boolean => classesOf(element).includes('language-math');

/** A block of code or a formula on lines of its own. */
function Block({ node }: ExtraProps) {
  const content = node?.children[0];
  const code = content?.type === 'element' ? content : undefined;
  if (isFormula(code)) return <Formula tex={textOf(code)} isBlock />;
  const language = classesOf(code).find((name) => name.startsWith('language-'));
  return <CodeBlock code={textOf(code).replace(/\n$/, '')} language={language?.slice('language-'.length)} />;
}

/** The state of an entry of a task list. */
function Task({ isDone }: { isDone: boolean }) {
  const t = useTexts();
  return (
    <input
      type="checkbox"
      checked={isDone}
      disabled
      aria-label={isDone ? t.chat.taskDone : t.chat.taskOpen}
    />
  );
}

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
