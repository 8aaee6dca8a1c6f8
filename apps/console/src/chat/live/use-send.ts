import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ask, client } from '../../api/client';
import { toFailure } from '../../api/failure';
import { DEMO_MODEL } from '../demo';
import { addNewestTurn, newestTimeOf, newTurnOf, reloadTurns } from '../thread/use-turns';
import {
  addToAnswer,
  changeTurn,
  editTurn,
  newWorkId,
  removeTurn,
  setTurn,
  turnOf,
  type LiveTurn,
  type Outgoing,
} from '../work/work';
import { streamChat, type ChatBody } from './stream-chat';

/** How often the page checks whether the service has stored a stopped turn. */
const STORING_TRIES = 6;
const STORING_MS = 400;

/**
 * Returns a function that sends prompts of a conversation.
 *
 * @param key the key of the conversation's work
 * @param chatId undefined for a new conversation
 * @param onChat receives the id of a new chat
 */
export function useSend(key: string, chatId: string | undefined, onChat: (chatId: string) => void) {
  const queries = useQueryClient();
  return async (outgoing: Outgoing, id = newWorkId()): Promise<void> => {
    const stop = new AbortController();
    const after = newestTimeOf(queries, chatId);
    setTurn(key, { id, after, outgoing, answer: '', state: 'running', stop: () => stop.abort() });
    const finish = async (stored: string) => {
      // A user who has logged out must not see the answer.
      if (!turnOf(key, id)) return;
      await (outgoing.replaces ? reloadTurns(queries, stored) : addNewestTurn(queries, stored));
      await queries.invalidateQueries({ queryKey: ['conversations'] });
      if (!turnOf(key, id)) return;
      removeTurn(key, id);
      if (stored !== chatId) onChat(stored);
      if (chatId === undefined && !outgoing.isImage && outgoing.model !== DEMO_MODEL)
        void titleChat(queries, stored);
    };
    let started = chatId;
    const begin = (begun: string) => (started = begun);
    try {
      await finish(await answered({ key, id, outgoing, chatId, begin, signal: stop.signal }));
    } catch (thrown) {
      const turn = turnOf(key, id);
      if (!turn) return;
      if (!stop.signal.aborted) {
        changeTurn(key, id, { state: 'failed', failure: toFailure(thrown), stop: undefined });
        return;
      }
      if (turn.answer === '') {
        editTurn(key, turn);
        return;
      }
      changeTurn(key, id, { state: 'stopped', stop: undefined });
      // If the service does not answer, the turn stays as it is shown.
      const isKept = started !== undefined && (await isStored(queries, started, turn).catch(() => false));
      if (isKept) await finish(started!);
    }
  };
}

/** Has a model name a new conversation. If that fails, the name stays: the user did not ask for a title. */
async function titleChat(queries: QueryClient, chatId: string): Promise<void> {
  const titled = await client
    .POST('/ai/v1/chat/{chat_id}/title', { params: { path: { chat_id: chatId } }, body: {} })
    .catch(() => undefined);
  if (titled?.data) await queries.invalidateQueries({ queryKey: ['conversations'] });
}

interface Call {
  key: string;
  id: string;
  outgoing: Outgoing;
  chatId: string | undefined;
  begin: (chatId: string) => void;
  signal: AbortSignal;
}

/** Returns the id of the chat once the service has stored the turn. */
async function answered({ key, id, outgoing, chatId, begin, signal }: Call): Promise<string> {
  if (outgoing.isImage) return image(outgoing.prompt, chatId, signal);
  const [path, sent] = requestOf(outgoing, chatId);
  return streamChat(
    path,
    sent,
    {
      onStart: begin,
      onText: (part) => addToAnswer(key, id, part),
      onAbout: (about) => changeTurn(key, id, about),
    },
    signal,
  );
}

function requestOf(outgoing: Outgoing, chatId: string | undefined): [path: string, body: ChatBody] {
  const { isImage: _, docNames: _names, protection: _protection, continues, replaces, ...body } = outgoing;
  const { lang, prompt, choices, model, keep, hide } = body;
  if (continues) return [`/ai/v1/chat/${chatId}/continue`, { model }];
  if (!replaces) return ['/ai/v1/chat', { ...body, ...(chatId && { chat_id: chatId }) }];
  const { turnId: turn_id, isEdited } = replaces;
  const edited = { prompt, lang, keep, hide, ...(choices.length > 0 && { choices }) };
  return [`/ai/v1/chat/${chatId}/regenerate`, { turn_id, model, ...(isEdited && edited) }];
}

async function image(prompt: string, chatId: string | undefined, signal: AbortSignal): Promise<string> {
  const body = { prompt, ...(chatId && { chat_id: chatId }) };
  return (await ask(client.POST('/ai/v1/generate-image', { body, signal }))).chat_id;
}

/** Returns whether the service has stored a stopped turn. The service stores it after it notices the disconnect. */
async function isStored(queries: QueryClient, chatId: string, { outgoing }: LiveTurn): Promise<boolean> {
  for (let tries = 0; tries < STORING_TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, STORING_MS));
    const newest = await newTurnOf(queries, chatId);
    if (!newest?.stopped) continue;
    if (outgoing.continues ? newest.continuesAt !== undefined : newest.originalPrompt === outgoing.prompt)
      return true;
  }
  return false;
}
