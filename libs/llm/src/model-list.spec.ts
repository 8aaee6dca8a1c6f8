import { ModelList } from './model-list';

const MINUTE_MS = 60_000;
const FAILURE = new Error('no list');

describe('ModelList', () => {
  let now = 0;
  let answers: (() => Promise<string[]>)[] = [];
  let asked = 0;
  const list = (): ModelList =>
    new ModelList(
      () => {
        asked += 1;
        return answers.shift()!();
      },
      { now: () => new Date(now) },
    );
  const hangs = (): Promise<string[]> => new Promise(() => undefined);
  const fails = (): Promise<string[]> => Promise.reject(FAILURE);
  const answersWith =
    (...ids: string[]) =>
    async () =>
      ids;
  beforeEach(() => {
    now = 0;
    asked = 0;
  });

  it('returns the last list while a new one is fetched', async () => {
    const models = list();
    let arrive: (ids: string[]) => void = () => undefined;
    answers = [answersWith('a'), () => new Promise((resolve) => (arrive = resolve))];
    expect(await models.read()).toEqual(['a']);
    now += 6 * MINUTE_MS;
    expect(await models.read()).toEqual(['a']);
    expect(await models.read()).toEqual(['a']);
    arrive(['b']);
    await new Promise(setImmediate);
    expect(await models.read()).toEqual(['b']);
    expect(asked).toBe(2);
  });

  it('returns the last list if the server hangs', async () => {
    const models = list();
    answers = [answersWith('a'), hangs];
    await models.read();
    now += 6 * MINUTE_MS;
    expect(await models.read()).toEqual(['a']);
  });

  it('returns the last list if the server fails, and fetches it again after 30 s', async () => {
    const models = list();
    answers = [answersWith('a'), fails, answersWith('b')];
    await models.read();
    now += 6 * MINUTE_MS;
    await models.read();
    await new Promise(setImmediate);
    now += MINUTE_MS / 2 - 1;
    expect(await models.read()).toEqual(['a']);
    expect(asked).toBe(2);
    now += 1;
    await models.read();
    await new Promise(setImmediate);
    expect(await models.read()).toEqual(['b']);
  });

  it('is fetched again at once after a first failure', async () => {
    const models = list();
    answers = [fails, answersWith('a')];
    await expect(models.read()).rejects.toBe(FAILURE);
    expect(await models.read()).toEqual(['a']);
  });
});
