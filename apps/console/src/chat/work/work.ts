import type { Schemas } from '../../api/client';
import { Failure, type FailureParts } from '../../api/failure';
import type { Protection } from '../../privacy/protection';
import { Store, useStore } from '../../store';

/** A document that is sent with the next prompt. */
export interface Attachment {
  /** The id of this upload, because another file may have the same name. */
  upload: string;
  name: string;
  /** The uploaded fraction, from 0 to 1. */
  progress: number;
  /** Set when the service has read the document. */
  id?: string;
  failure?: Failure;
}

/** A prompt with all that is sent with it. */
export interface Outgoing extends Omit<Schemas['ChatDto'], 'chat_id'> {
  isImage: boolean;
  /** The protection of these choices. */
  protection: Protection;
  /** The names of the documents `docs`. */
  docNames?: readonly string[];
  /** Whether it continues the chat's last answer, which was truncated or stopped. There is no prompt then. */
  continues?: boolean;
  /** The turn that it is another version of, and whether the prompt was edited. */
  replaces?: { turnId: string; isEdited: boolean };
}

/** A sent prompt that is not in the history yet. */
export interface LiveTurn {
  id: string;
  /** When the newest stored turn was made that it follows; empty: it follows none; undefined: that is not known. */
  after?: string | undefined;
  outgoing: Outgoing;
  answer: string;
  state: 'running' | 'stopped' | 'failed';
  failure?: Failure;
  protection?: Protection | undefined;
  finishReason?: string | undefined;
  stop?: () => void;
}

/** The assistant of a new conversation, with the texts of its variables. */
export interface ChosenAssistant {
  id: string;
  name: string;
  values: Readonly<Record<string, string>>;
}

/** Whether each variable has a text, so that the conversation can begin. */
export const isComplete = ({ values }: ChosenAssistant): boolean =>
  Object.values(values).every((value) => value.trim() !== '');

/** A user's work in one conversation that the service has not stored. */
export interface Work {
  draft: string;
  /** Detected values that stay unhidden, and words to hide that were not detected. */
  kept: readonly string[];
  hidden: readonly string[];
  isImage: boolean;
  /** The language of the prompts; undefined: guessed from each prompt. */
  language?: string | undefined;
  /** Whether the user has turned protection off in this conversation. */
  isUnprotected: boolean;
  /** The chosen case of a new conversation. */
  caseId?: string | undefined;
  /** The chosen assistant of a new conversation. */
  assistant?: ChosenAssistant | undefined;
  /** The documents of the next prompt. */
  attachments: readonly Attachment[];
  turns: readonly LiveTurn[];
  /** The stored turn that the user edits in the composer, and the draft that was there before. */
  edits?: { turnId: string; draft: string } | undefined;
}

/** The limit for the documents of a prompt. */
export const MOST_ATTACHED = 10;

const EMPTY: Work = {
  draft: '',
  kept: [],
  hidden: [],
  isImage: false,
  isUnprotected: false,
  attachments: [],
  turns: [],
};

interface Saved {
  /** The key of the conversation that has no id yet. */
  fresh: number;
  /** The keys of conversations that got their id in this tab. A key stays, so that the page keeps its state. */
  keys: Record<string, string>;
  works: Record<string, Work>;
  /** The chat that was open last; absent if it was a new conversation. */
  last?: string | undefined;
}

const PREFIX = 'privacy-chat:work:';
const NOTHING: Saved = { fresh: 0, keys: {}, works: {} };
const store = new Store<Saved>(NOTHING);
let owner: string | undefined;

/**
 * Loads the work of the user who logs in, and stops and deletes the work of another user in this tab. The work is in
 * `sessionStorage`: only for this tab, until the logout.
 */
export function openWork(userId: string | undefined): void {
  for (const { turns } of Object.values(store.value.works)) for (const { stop } of turns) stop?.();
  owner = userId;
  const own = PREFIX + (userId ?? '');
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && key !== own) sessionStorage.removeItem(key);
  store.set(read(sessionStorage.getItem(own)) ?? NOTHING);
}

/** Returns the key of a conversation. It stays the same when a new conversation gets its id. */
export const workKeyOf = (chatId: string | undefined): string =>
  chatId === undefined ? `new-${store.value.fresh}` : (store.value.keys[chatId] ?? chatId);

export const useWorkKey = (chatId: string | undefined): string => useStore(store, () => workKeyOf(chatId));

/** Gives the new conversation its id. */
export function beginChat(key: string, chatId: string): void {
  if (key !== workKeyOf(undefined)) return;
  const { fresh, keys } = store.value;
  changeSaved({ fresh: fresh + 1, keys: { ...keys, [chatId]: key } });
}

export const workOf = (key: string): Work => store.value.works[key] ?? EMPTY;

export const useWork = (key: string): Work => useStore(store, () => workOf(key));

export function changeWork(key: string, part: Partial<Work>): void {
  changeSaved({ works: worksWith(key, part) });
}

/** Remembers the conversation that is open. */
export function openChat(chatId: string | undefined): void {
  if (store.value.last !== chatId) changeSaved({ last: chatId });
}

/** Returns the address of the conversation that was open last. */
export const useLastChat = (): string =>
  useStore(store, ({ last }) => (last === undefined ? '/chat' : `/chat/${last}`));

/** Returns whether a conversation has a text or files that were not sent. */
export const useHasDraft = (chatId: string): boolean =>
  useStore(store, () => {
    const { draft, attachments } = workOf(workKeyOf(chatId));
    return draft.trim() !== '' || attachments.length > 0;
  });

/** Deletes the work of a deleted conversation. */
export function dropWork(chatId: string): void {
  const key = workKeyOf(chatId);
  for (const { stop } of workOf(key).turns) stop?.();
  const { [key]: _dropped, ...works } = store.value.works;
  changeSaved({ works, ...(store.value.last === chatId && { last: undefined }) });
}

let made = 0;

/** Returns an id for a turn or an upload of this tab. */
export const newWorkId = (): string => `${Date.now()}-${++made}`;

/** Returns a turn if it is in the work of the user who is logged in. */
export const turnOf = (key: string, id: string): LiveTurn | undefined =>
  workOf(key).turns.find((turn) => turn.id === id);

/** Adds a turn, or replaces the one with the same id. */
export function setTurn(key: string, turn: LiveTurn): void {
  const others = workOf(key).turns.filter(({ id }) => id !== turn.id);
  changeWork(key, { turns: [...others, turn] });
}

/** Changes a turn. Does nothing if the turn no longer exists, because another user may have logged in. */
export function changeTurn(key: string, id: string, change: Partial<LiveTurn>): void {
  if (!turnOf(key, id)) return;
  const turns = workOf(key).turns.map((turn) => (turn.id === id ? { ...turn, ...change } : turn));
  changeWork(key, { turns });
}

/** Changes an attachment. Does nothing if it was removed. */
export function changeAttachment(key: string, attachment: Attachment): void {
  const { attachments } = workOf(key);
  if (!attachments.some(({ upload }) => upload === attachment.upload)) return;
  changeWork(key, {
    attachments: attachments.map((other) => (other.upload === attachment.upload ? attachment : other)),
  });
}

/** Adds text to a running answer. It is not saved, because the service stores the answer. */
export function addToAnswer(key: string, id: string, part: string): void {
  if (!turnOf(key, id)) return;
  const turns = workOf(key).turns.map((turn) =>
    turn.id === id ? { ...turn, answer: turn.answer + part } : turn,
  );
  store.set({ ...store.value, works: worksWith(key, { turns }) });
}

export function removeTurn(key: string, id: string): void {
  changeWork(key, { turns: workOf(key).turns.filter((turn) => turn.id !== id) });
}

/** Puts a sent prompt into the composer, before the current draft. */
export function editTurn(key: string, { id, outgoing }: LiveTurn): void {
  const { draft, kept, hidden, attachments, turns } = workOf(key);
  const { prompt, keep, hide, isImage, docs, docNames = [] } = outgoing;
  const sent = (docs ?? []).map((id, i) => ({
    upload: newWorkId(),
    name: docNames[i] ?? '',
    progress: 1,
    id,
  }));
  changeWork(key, {
    draft: draft === '' ? prompt : `${prompt}\n\n${draft}`,
    kept: [...new Set([...(keep ?? []), ...kept])],
    hidden: [...new Set([...(hide ?? []), ...hidden])],
    isImage,
    attachments: [...sent, ...attachments].slice(0, MOST_ATTACHED),
    turns: turns.filter((turn) => turn.id !== id),
  });
}

/** Puts the prompt of a stored turn into the composer. The draft that is there returns after that. */
export function beginEdit(key: string, turnId: string, prompt: string): void {
  const { draft, edits } = workOf(key);
  changeWork(key, { draft: prompt, isImage: false, edits: { turnId, draft: edits?.draft ?? draft } });
}

/** Ends the edit of a stored turn and returns to the draft. */
export function endEdit(key: string): void {
  const { edits } = workOf(key);
  changeWork(key, { draft: edits?.draft ?? '', kept: [], hidden: [], edits: undefined });
}

/** Moves the draft of a conversation that has ended, and a prompt that it refused, to the new conversation. */
export function moveToNew(key: string, refused?: LiveTurn): void {
  if (refused) editTurn(key, refused);
  const { draft, kept, hidden, isImage, attachments } = workOf(key);
  changeWork(key, { draft: '', kept: [], hidden: [], isImage: false, attachments: [] });
  const fresh = workKeyOf(undefined);
  const { draft: other } = workOf(fresh);
  changeWork(fresh, {
    draft: [draft, other].filter((text) => text !== '').join('\n\n'),
    kept,
    hidden,
    isImage,
    attachments,
  });
}

const worksWith = (key: string, part: Partial<Work>): Saved['works'] => ({
  ...store.value.works,
  [key]: { ...workOf(key), ...part },
});

/** Changes the work and saves it. */
function changeSaved(part: Partial<Saved>): void {
  store.set({ ...store.value, ...part });
  save();
}

function save(): void {
  if (owner === undefined) return;
  const works = Object.fromEntries(
    Object.entries(store.value.works)
      .filter(([, work]) => JSON.stringify(work) !== JSON.stringify(EMPTY))
      .map(([key, work]) => [key, savedForm(work)]),
  );
  try {
    sessionStorage.setItem(PREFIX + owner, JSON.stringify({ ...store.value, works }));
  } catch {
    // The work is larger than the browser's quota, so it lasts only until the page is reloaded.
    sessionStorage.removeItem(PREFIX + owner);
  }
}

/** Returns the work without incomplete uploads, which end with the page. */
const savedForm = (work: Work): Work => ({
  ...work,
  attachments: work.attachments.filter(({ id }) => id !== undefined),
});

/** Reads the stored work. A turn that was running when the page closed is shown as failed. */
function read(text: string | null): Saved | undefined {
  if (text === null) return undefined;
  const { works, ...rest } = JSON.parse(text) as Saved;
  const restored = Object.entries(works).map(([key, work]) => [
    key,
    // A work that an earlier version of the page saved lacks fields.
    { ...EMPTY, ...work, turns: work.turns.map(restoredTurn) },
  ]);
  return { ...rest, works: Object.fromEntries(restored) as Saved['works'] };
}

function restoredTurn({ failure, ...turn }: LiveTurn): LiveTurn {
  if (turn.state === 'running')
    return { ...turn, state: 'failed', failure: new Failure({ code: 'interrupted' }) };
  return failure ? { ...turn, failure: new Failure(failure as FailureParts) } : turn;
}
