import { currentStages, inStage, StageTimes, timingStages } from './stages';

describe('the stages of a piece of work', () => {
  let now = 0;
  beforeEach(() => {
    now = 100;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => jest.restoreAllMocks());
  const pass = async (ms: number): Promise<void> => void (now += ms);

  it('are listed in the order in which they began, with their durations', async () => {
    const times = new StageTimes();
    await timingStages(times, async () => {
      await inStage('detect', () => pass(5));
      await pass(1);
      await inStage('provider', () => pass(7));
    });
    expect(times.all()).toEqual([
      { stage: 'detect', beganAt: 100, endedAt: 105, ms: 5 },
      { stage: 'provider', beganAt: 106, endedAt: 113, ms: 7 },
    ]);
  });

  it('may run repeatedly: a stage starts at its first run, and counts the sum of its runs', async () => {
    const times = new StageTimes();
    await timingStages(times, async () => {
      for (let part = 0; part < 3; part += 1) {
        await inStage('provider', () => pass(10));
        await inStage('restore', () => pass(1));
      }
    });
    expect(times.all()).toEqual([
      { stage: 'provider', beganAt: 100, endedAt: 132, ms: 30 },
      { stage: 'restore', beganAt: 110, endedAt: 133, ms: 3 },
    ]);
  });

  it('count overlapping runs of one stage once', async () => {
    const times = new StageTimes();
    await timingStages(times, async () => {
      const longer = inStage('provider', async () => {
        await inStage('provider', () => pass(10));
        await pass(5);
      });
      await inStage('provider', async () => undefined);
      await longer;
    });
    expect(times.ms('provider')).toBe(15);
  });

  it('are counted even if they fail, and while they still run', async () => {
    const times = new StageTimes();
    const failing = timingStages(times, () =>
      inStage('store', async () => {
        await pass(3);
        expect(times.ms('store')).toBe(3);
        throw new Error('away');
      }),
    );
    await expect(failing).rejects.toThrow('away');
    expect(times.ms('store')).toBe(3);
  });

  it('cost nothing, and change nothing, without a timer', async () => {
    expect(await inStage('hide', async () => 'done')).toBe('done');
    expect(currentStages()).toBeUndefined();
  });
});
