import type { Detector, Span } from '@app/anonymization';
import { HideTexts } from '@app/hiding';
import { WarmUp } from './warm-up';

const warmUp = (detect: (texts: readonly string[]) => Promise<Span[][]>): Promise<void> =>
  new WarmUp(new HideTexts({ detect } as unknown as Detector)).onApplicationBootstrap();

describe('WarmUp', () => {
  it('runs a made-up prompt through detection and all later steps', async () => {
    const detect = jest.fn(async (texts: readonly string[]) =>
      texts.map((): Span[] => [{ start: 5, end: 17, type: 'Names' }]),
    );
    await warmUp(detect);
    expect(detect).toHaveBeenCalledTimes(1);
  });

  it('stops the start if detection fails, because every prompt would fail', async () => {
    await expect(warmUp(() => Promise.reject(new Error('no detection')))).rejects.toThrow('no detection');
  });
});
