import fc from 'fast-check';
import {
  beginChat,
  changeAttachment,
  changeTurn,
  changeWork,
  dropWork,
  editTurn,
  openWork,
  setTurn,
  turnOf,
  workKeyOf,
  workOf,
  type LiveTurn,
} from './work';

/** A storage with its entries as own properties, as in browsers. */
class Storage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

const outgoing = {
  prompt: 'Write to Anna',
  lang: 'en',
  choices: ['All' as const],
  model: 'm',
  isImage: false,
  protection: 'all' as const,
};
const turn = (change: Partial<LiveTurn> = {}): LiveTurn => ({
  id: 'turn',
  outgoing,
  answer: '',
  state: 'running',
  ...change,
});

let storage: Storage;

beforeEach(() => {
  storage = new Storage();
  Object.assign(globalThis, { sessionStorage: storage });
  openWork('anna');
});

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

/** Reloads the page as the same user. */
const reload = () => {
  const { ...entries } = storage;
  openWork(undefined);
  Object.assign(storage, entries);
  openWork('anna');
};

it('keeps a draft over a reload, only for its author', () => {
  const drafts = fc.record({
    draft: fc.string({ minLength: 1 }),
    kept: fc.array(fc.string()),
    isUnprotected: fc.boolean(),
  });
  fc.assert(
    fc.property(drafts, (work) => {
      changeWork('new-0', work);
      reload();
      expect(workOf('new-0')).toMatchObject(work);
      openWork('hans');
      expect(workOf('new-0').draft).toBe('');
      expect(Object.keys(storage)).toEqual([]);
      openWork('anna');
      expect(workOf('new-0').draft).toBe('');
    }),
  );
});

it('moves the work of a new conversation to its id, and starts the next one empty', () => {
  const key = workKeyOf(undefined);
  changeWork(key, { draft: 'written while the answer came' });
  beginChat(key, 'chat');
  reload();
  expect(workOf(workKeyOf('chat')).draft).toBe('written while the answer came');
  expect(workOf(workKeyOf(undefined)).draft).toBe('');
});

it('shows a turn that was running when the page closed as failed', () => {
  setTurn('new-0', turn());
  reload();
  expect(turnOf('new-0', 'turn')).toMatchObject({ state: 'failed', failure: { code: 'interrupted' } });
});

it('stops the answers of a user who logs out, and stores nothing of them for the next user', () => {
  const stop = jest.fn();
  setTurn('new-0', turn({ stop }));
  const attachment = { upload: '1', name: 'letter.txt', progress: 0 };
  changeWork('new-0', { attachments: [attachment] });
  openWork('hans');
  expect(stop).toHaveBeenCalledTimes(1);
  changeTurn('new-0', 'turn', { state: 'stopped' });
  changeAttachment('new-0', { ...attachment, progress: 1, id: 'doc' });
  expect(workOf('new-0')).toMatchObject({ draft: '', turns: [] });
  expect(workOf('new-0').attachments).toEqual([]);
  expect(Object.keys(storage)).toEqual([]);
});

it('keeps nothing of a deleted conversation', () => {
  changeWork('chat', { draft: 'Write to Anna' });
  dropWork('chat');
  expect(workOf('chat').draft).toBe('');
  expect(Object.values(storage).join(' ')).not.toContain('Anna');
});

it('puts a sent prompt with its documents before the current draft', () => {
  changeWork('new-0', { draft: 'and to Hans' });
  const sent = turn({
    state: 'failed',
    outgoing: { ...outgoing, docs: ['1', '2'], docNames: ['letter.txt', 'scan.png'] },
  });
  setTurn('new-0', sent);
  editTurn('new-0', sent);
  expect(workOf('new-0')).toMatchObject({
    draft: 'Write to Anna\n\nand to Hans',
    attachments: [
      { id: '1', name: 'letter.txt' },
      { id: '2', name: 'scan.png' },
    ],
    turns: [],
  });
});
