import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ask, client, type Schemas } from '../../api/client';
import { toFailure } from '../../api/failure';
import { addNewestTurn } from '../thread/use-turns';
import { changeLiveTurn, NEW, setLiveTurn } from './live-turns';
import { streamChat } from './stream-chat';

export type Outgoing = Omit<Schemas['ChatDto'], 'chat_id'> & { isImage: boolean };

/**
 * Sends prompts of a chat, new or not.
 *
 * @param onChat told the id of a chat that has begun
 */
export function useSend(chatId: string | undefined, onChat: (chatId: string) => void) {
  const queries = useQueryClient();
  const chat = chatId ?? NEW;
  return async ({ isImage, ...body }: Outgoing): Promise<void> => {
    const stop = new AbortController();
    setLiveTurn(chat, {
      prompt: body.prompt,
      answer: '',
      kind: isImage ? 'image' : 'text',
      stop: () => stop.abort(),
    });
    try {
      const id = isImage
        ? await image(body.prompt, chatId, stop.signal)
        : await text(chat, { ...body, ...(chatId && { chat_id: chatId }) }, stop.signal);
      await keep(queries, id);
      setLiveTurn(chat, undefined);
      if (id !== chatId) onChat(id);
    } catch (thrown) {
      // Stopped on purpose: nothing is kept of such a turn, and nobody has to be told.
      if (stop.signal.aborted) setLiveTurn(chat, undefined);
      else changeLiveTurn(chat, { failure: toFailure(thrown) });
    }
  };
}

async function text(chat: string, body: Schemas['ChatDto'], signal: AbortSignal): Promise<string> {
  let answer = '';
  const show = (part: string) => changeLiveTurn(chat, { answer: (answer += part) });
  return (await streamChat(body, show, signal)).session_id;
}

async function image(prompt: string, chatId: string | undefined, signal: AbortSignal): Promise<string> {
  const body = { prompt, ...(chatId && { chat_id: chatId }) };
  return (await ask(client.POST('/ai/v1/generate-image', { body, signal }))).chat_id;
}

async function keep(queries: QueryClient, chatId: string): Promise<void> {
  await addNewestTurn(queries, chatId);
  await queries.invalidateQueries({ queryKey: ['conversations'] });
}
