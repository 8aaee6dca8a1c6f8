import { useSyncExternalStore } from 'react';
import type { Failure } from '../../api/failure';

/** A prompt whose answer is on its way, or failed. */
export interface LiveTurn {
  prompt: string;
  answer: string;
  kind: 'text' | 'image';
  failure?: Failure;
  stop: () => void;
}

/** Turns under way by chat; of a chat that has no id yet, under `NEW`. They go on while other chats are looked at. */
const turns = new Map<string, LiveTurn>();
const listeners = new Set<() => void>();
export const NEW = 'new';

export const useLiveTurn = (chat: string): LiveTurn | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => turns.get(chat),
  );

export function setLiveTurn(chat: string, turn: LiveTurn | undefined): void {
  if (turn) turns.set(chat, turn);
  else turns.delete(chat);
  for (const listener of listeners) listener();
}

export function changeLiveTurn(chat: string, change: Partial<LiveTurn>): void {
  const turn = turns.get(chat);
  if (turn) setLiveTurn(chat, { ...turn, ...change });
}

/** Nobody's turns are left for whoever logs in next. */
export function stopLiveTurns(): void {
  for (const { stop } of turns.values()) stop();
  turns.clear();
}
