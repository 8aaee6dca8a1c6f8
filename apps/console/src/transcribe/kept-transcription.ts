import { Store, useStore } from '../store';

/** The last transcription of this tab, and what the user added to it. The service stores the transcript itself. */
export interface KeptTranscription {
  jobId: string;
  /** The name of the recording */
  name: string;
  /** Whether the user had personal data hidden */
  hides: boolean;
  /** The case with the hidden values; without one, the job has them */
  caseId?: string | undefined;
  /** The names that the user gave to speakers */
  names: Readonly<Record<string, string>>;
}

interface Kept {
  transcription?: KeptTranscription | undefined;
  /** The recording, until the page is closed or reloaded */
  recording?: File | undefined;
}

const PREFIX = 'privacy-chat:transcription:';
const store = new Store<Kept>({});
let owner: string | undefined;

/**
 * Loads the transcription of the user who logs in, and deletes that of another user in this tab. It is in
 * `sessionStorage`: only for this tab, until the logout.
 */
export function openTranscription(userId: string | undefined): void {
  owner = userId;
  const own = PREFIX + (userId ?? '');
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX) && key !== own) sessionStorage.removeItem(key);
  const saved = sessionStorage.getItem(own);
  store.set(saved === null ? {} : { transcription: JSON.parse(saved) as KeptTranscription });
}

export const useKept = (): Kept => useStore(store, (kept) => kept);

/** Replaces the transcription by a new one. */
export const beginTranscription = (transcription: KeptTranscription, recording: File): void =>
  change({ transcription, recording });

export const dropTranscription = (): void => change({});

/** Names a speaker. With an empty name, the speaker has a number only. */
export function nameSpeaker(speaker: string, name: string): void {
  const { transcription } = store.value;
  if (!transcription) return;
  const names = { ...transcription.names, [speaker]: name };
  change({ ...store.value, transcription: { ...transcription, names } });
}

function change(kept: Kept): void {
  store.set(kept);
  if (owner === undefined) return;
  if (kept.transcription) sessionStorage.setItem(PREFIX + owner, JSON.stringify(kept.transcription));
  else sessionStorage.removeItem(PREFIX + owner);
}
