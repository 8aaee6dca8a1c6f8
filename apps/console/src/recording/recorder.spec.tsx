import { NoMicrophone, startRecorder, waveOf } from './recorder';

const page = globalThis as unknown as Record<string, unknown>;
const names = ['MediaRecorder', 'OfflineAudioContext'] as const;
const before = names.map((name) => [name, page[name]] as const);
/** Whether the microphone is on. */
let isOn: boolean;
let decodes: boolean;

class FakeRecorder extends EventTarget {
  state = 'inactive';
  mimeType = 'audio/webm';
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(['sound']) }));
    this.dispatchEvent(new Event('stop'));
  }
}

class FakeContext {
  destination = {};
  constructor(
    _channels: number,
    readonly length: number,
  ) {}
  async decodeAudioData(): Promise<{ duration: number }> {
    if (!decodes) throw new Error('unknown format');
    return { duration: 0.001 };
  }
  createBufferSource = () => ({ connect: () => undefined, start: () => undefined });
  startRendering = async () => ({ getChannelData: () => new Float32Array(this.length) });
}

const microphone = (open: () => Promise<unknown>) =>
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: open }, configurable: true });

beforeEach(() => {
  isOn = false;
  decodes = true;
  Object.assign(page, { MediaRecorder: FakeRecorder, OfflineAudioContext: FakeContext });
  microphone(async () => {
    isOn = true;
    return { getTracks: () => [{ stop: () => (isOn = false) }] };
  });
});
afterAll(() => Object.assign(page, Object.fromEntries(before)));

describe('a recording of the microphone', () => {
  it('becomes a WAV file with 16,000 samples a second, and turns the microphone off', async () => {
    const recorder = await startRecorder();
    expect(isOn).toBe(true);
    const file = await recorder.stop();
    expect(isOn).toBe(false);
    expect([file.name, file.type, file.size]).toEqual(['recording.wav', 'audio/wav', 44 + 2 * 16]);
  });

  it('turns the microphone off when it is cancelled, also after its end', async () => {
    const recorder = await startRecorder();
    recorder.cancel();
    expect(isOn).toBe(false);
    expect(() => recorder.cancel()).not.toThrow();
  });

  it('is not possible if the user denies access', async () => {
    microphone(() => Promise.reject(new DOMException('denied', 'NotAllowedError')));
    await expect(startRecorder()).rejects.toThrow(NoMicrophone);
  });

  it('turns the microphone off if the browser cannot record', async () => {
    page.MediaRecorder = function NotSupported() {
      throw new Error('not supported');
    };
    await expect(startRecorder()).rejects.toThrow(NoMicrophone);
    expect(isOn).toBe(false);
  });

  it('is reported as unsupported audio if the browser cannot decode it', async () => {
    decodes = false;
    await expect((await startRecorder()).stop()).rejects.toMatchObject({ code: 'unsupported_audio' });
  });
});

describe('a WAV file', () => {
  it('has one channel of 16 bits, and samples beyond the range are cut', () => {
    const data = new DataView(waveOf(Float32Array.of(0, 1, -1, 2, -2), 16_000));
    const word = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((i) => data.getUint8(at + i)));
    expect([word(0), word(8), word(12), word(36)]).toEqual(['RIFF', 'WAVE', 'fmt ', 'data']);
    expect(data.getUint32(4, true)).toBe(data.byteLength - 8);
    expect([data.getUint16(22, true), data.getUint32(24, true), data.getUint16(34, true)]).toEqual([
      1, 16_000, 16,
    ]);
    expect([0, 1, 2, 3, 4].map((i) => data.getInt16(44 + 2 * i, true))).toEqual([
      0, 32_767, -32_767, 32_767, -32_767,
    ]);
  });
});
