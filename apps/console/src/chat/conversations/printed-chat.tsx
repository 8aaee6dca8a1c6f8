import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Answer } from '../thread/answer';
import type { ExportedChat } from './exported-chat';

/** A whole chat as elements of the page, which only printers show. */
export interface DrawnChat {
  element: HTMLElement;
  remove: () => void;
}

/** Draws a chat with its formulas and the colors of its code, for a printer or a word processor. */
export async function drawChat(chat: ExportedChat): Promise<DrawnChat> {
  const element = document.createElement('div');
  element.className = 'print-only';
  document.body.append(element);
  const root = createRoot(element);
  const draw = (key: string) => flushSync(() => root.render(<PrintedChat key={key} chat={chat} />));
  // The first time, formulas and colors begin to load. The second time, they are there.
  draw('first');
  await Promise.allSettled([import('../thread/drawn-formula'), import('../thread/colored-code')]);
  await new Promise((resolve) => setTimeout(resolve, 0));
  draw('second');
  return {
    element,
    remove: () => {
      root.unmount();
      element.remove();
    },
  };
}

const PrintedChat = ({ chat: { title, turns } }: { chat: ExportedChat }) => (
  <>
    <h1>{title}</h1>
    {turns.map(({ asked, answeredBy, answer }, index) => (
      <article key={index}>
        {asked && (
          <>
            <h2>{asked.by}</h2>
            <p className="pre">{asked.prompt}</p>
            {asked.files.map((file, number) => (
              <p key={number} className="small muted">
                {file}
              </p>
            ))}
          </>
        )}
        <h2>{answeredBy}</h2>
        <Answer text={answer} />
      </article>
    ))}
  </>
);

/** Opens the browser's dialog for printing, which can also save a PDF. Resolves when it is closed. */
export async function printPage(title: string): Promise<void> {
  const before = document.title;
  // Browsers propose it as the name of the file.
  document.title = title;
  const closed = new Promise((resolve) => addEventListener('afterprint', resolve, { once: true }));
  print();
  await closed;
  document.title = before;
}
