import { useSyncExternalStore } from 'react';
import type { Schemas } from '../../api/client';
import { Failure, type FailureParts } from '../../api/failure';
import type { Protection } from '../../privacy/protection';

/** A document that goes with the next prompt. */
export interface Attachment {
  /** Of this upload: another file may have the same name. */
  upload: string;
  name: string;
  /** From 0 to 1. */
  progress: number;
  /** Set once the service has read the document. */
  id?: string;
  failure?: Failure;
}

/** A prompt with all that is sent with it. */
export interface Outgoing extends Omit<Schemas['ChatDto'], 'chat_id'> {
  isImage: boolean;
  /** With these choices. */
  protection: Protection;
  /** The name of the document `doc`. */
  docName?: string;
  /** Continues the last answer of the chat, which was cut or stopped; there is no prompt then. */
  continues?: boolean;
}

/** A sent prompt that is not in the history yet. */
export interface LiveTurn {
  id: string;
  outgoing: Outgoing;
  answer: string;
  state: 'running' | 'stopped' | 'failed';
  failure?: Failure;
  protection?: Protection | undefined;
  finishReason?: string | undefined;
  stop?: () => void;
}

/** What a person has written in one conversation and the service has not stored. */
export interface Work {
  draft: string;
  /** Found values that leave as they are, and words that are hidden although they were not found. */
  kept: readonly string[];
  hidden: readonly string[];
  isImage: boolean;
  /** The person has turned protection off in this conversation. */
  isUnprotected: boolean;
  attachment?: Attachment | undefined;
  turns: readonly LiveTurn[];
}

const EMPTY: Work = {
  draft: '',
  kept: [],
  hidden: [],
  isImage: false,
  isUnprotected: false,
  turns: [],
};

interface Saved {
  /** The conversation that has no id yet. */
  fresh: number;
  /** Conversations that got their id in this tab. Their key stays, so that the page keeps its state. */
  keys: Record<string, string>;
  works: Record<string, Work>;
}

const PREFIX = 'privacy-chat:work:';
const NOTHING: Saved = { fresh: 0, keys: {}, works: {} };
const listeners = new Set<() => void>();
let owner: string | undefined;
let saved: Saved = NOTHING;

/**
 * Reads the work of the person who logs in, and stops and deletes what another person left in this tab. It is stored in
 * `sessionStorage`: for this tab only, until the logout.
 */
export function openWork(userId: string | undefined): void {
  for (const { turns } of Object.values(saved.works)) for (const { stop } of turns) stop?.();
  owner = userId;
  const own = PREFIX + (userId ?? '');
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && key !== own) sessionStorage.removeItem(key);
  saved = read(sessionStorage.getItem(own)) ?? NOTHING;
  tell();
}

/** Returns the key of a conversation. It stays when a new conversation gets its id. */
export const workKeyOf = (chatId: string | undefined): string =>
  chatId === undefined ? `new-${saved.fresh}` : (saved.keys[chatId] ?? chatId);

export const useWorkKey = (chatId: string | undefined): string =>
  useSyncExternalStore(subscribe, () => workKeyOf(chatId));

/** Gives the new conversation its id. */
export function beginChat(key: string, chatId: string): void {
  if (key !== workKeyOf(undefined)) return;
  saved = { ...saved, fresh: saved.fresh + 1, keys: { ...saved.keys, [chatId]: key } };
  save();
  tell();
}

export const workOf = (key: string): Work => saved.works[key] ?? EMPTY;

export const useWork = (key: string): Work => useSyncExternalStore(subscribe, () => workOf(key));

export function changeWork(key: string, change: Partial<Work>): void {
  saved = { ...saved, works: { ...saved.works, [key]: { ...workOf(key), ...change } } };
  save();
  tell();
}

/** Deletes what was written in a conversation that is deleted. */
export function dropWork(chatId: string): void {
  const key = workKeyOf(chatId);
  for (const { stop } of workOf(key).turns) stop?.();
  const { [key]: _dropped, ...works } = saved.works;
  saved = { ...saved, works };
  save();
  tell();
}

let made = 0;

/** Returns an id for a turn or an upload of this tab. */
export const newWorkId = (): string => `${Date.now()}-${++made}`;

/** Returns a turn while it is in the work of the person who is logged in. */
export const turnOf = (key: string, id: string): LiveTurn | undefined =>
  workOf(key).turns.find((turn) => turn.id === id);

/** Adds a turn, or puts it in the place of the one with its id. */
export function setTurn(key: string, turn: LiveTurn): void {
  const others = workOf(key).turns.filter(({ id }) => id !== turn.id);
  changeWork(key, { turns: [...others, turn] });
}

/** Without effect for a turn that is gone: another person may have logged in meanwhile. */
export function changeTurn(key: string, id: string, change: Partial<LiveTurn>): void {
  if (!turnOf(key, id)) return;
  const turns = workOf(key).turns.map((turn) => (turn.id === id ? { ...turn, ...change } : turn));
  changeWork(key, { turns });
}

/** Without effect for an attachment that was removed. */
export function changeAttachment(key: string, attachment: Attachment): void {
  if (workOf(key).attachment?.upload === attachment.upload) changeWork(key, { attachment });
}

/** Adds to a running answer. It is not saved: the service stores the answer. */
export function addToAnswer(key: string, id: string, part: string): void {
  if (!turnOf(key, id)) return;
  const { works } = saved;
  const turns = workOf(key).turns.map((turn) =>
    turn.id === id ? { ...turn, answer: turn.answer + part } : turn,
  );
  saved = { ...saved, works: { ...works, [key]: { ...workOf(key), turns } } };
  tell();
}

export function removeTurn(key: string, id: string): void {
  changeWork(key, { turns: workOf(key).turns.filter((turn) => turn.id !== id) });
}

/** Puts a sent prompt back into the composer, before what was written there since. */
export function editTurn(key: string, { id, outgoing }: LiveTurn): void {
  const { draft, kept, hidden, attachment, turns } = workOf(key);
  const { prompt, keep, hide, isImage, doc, docName = '' } = outgoing;
  const sent = doc ? { upload: newWorkId(), name: docName, progress: 1, id: doc } : undefined;
  changeWork(key, {
    draft: draft === '' ? prompt : `${prompt}\n\n${draft}`,
    kept: [...new Set([...(keep ?? []), ...kept])],
    hidden: [...new Set([...(hide ?? []), ...hidden])],
    isImage,
    attachment: attachment ?? sent,
    turns: turns.filter((turn) => turn.id !== id),
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function save(): void {
  if (owner === undefined) return;
  const works = Object.fromEntries(
    Object.entries(saved.works)
      .filter(([, work]) => JSON.stringify(work) !== JSON.stringify(EMPTY))
      .map(([key, work]) => [key, savedForm(work)]),
  );
  try {
    sessionStorage.setItem(PREFIX + owner, JSON.stringify({ ...saved, works }));
  } catch {
    // More than the browser stores for a page: the work survives until the page is loaded again.
    sessionStorage.removeItem(PREFIX + owner);
  }
}

/** Uploads that are not complete end with the page. */
const savedForm = (work: Work): Work => ({
  ...work,
  attachment: work.attachment?.id === undefined ? undefined : work.attachment,
});

/** A turn that was running when the page ended is shown as failed. */
function read(text: string | null): Saved | undefined {
  if (text === null) return undefined;
  const { works, ...rest } = JSON.parse(text) as Saved;
  const restored = Object.entries(works).map(([key, work]) => [
    key,
    { ...work, turns: work.turns.map(restoredTurn) },
  ]);
  return { ...rest, works: Object.fromEntries(restored) as Saved['works'] };
}

function restoredTurn({ failure, ...turn }: LiveTurn): LiveTurn {
  if (turn.state === 'running')
    return { ...turn, state: 'failed', failure: new Failure({ code: 'interrupted' }) };
  return failure ? { ...turn, failure: new Failure(failure as FailureParts) } : turn;
}
