import { Failure } from '../api/failure';

const RATE = 16_000;

/** There is no microphone, or the page may not use it. */
export class NoMicrophone extends Error {
  override readonly name = 'NoMicrophone';
}

/** A microphone recording in progress. */
export interface Recorder {
  /**
   * @returns the recording as a WAV file: one channel, 16,000 samples of 16 bits per second
   * @throws Failure if the browser cannot decode the recording
   */
  stop(): Promise<File>;
  /** Turns the microphone off. Does nothing after the end. */
  cancel(): void;
}

/**
 * Starts a recording.
 *
 * @throws NoMicrophone if the user denies access or the browser cannot record
 */
export async function startRecorder(): Promise<Recorder> {
  let stream: MediaStream | undefined;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    return record(stream);
  } catch (cause) {
    if (stream) turnOff(stream);
    throw new NoMicrophone('The page cannot record a microphone', { cause });
  }
}

function record(stream: MediaStream): Recorder {
  const recorder = new MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  recorder.start();
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
    turnOff(stream);
  };
  return {
    stop: async () => {
      end();
      await ended;
      return toWave(new Blob(chunks, { type: recorder.mimeType }));
    },
    cancel: end,
  };
}

function turnOff(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Converts a recording to WAV. Browsers record in different formats, and each can decode its own. */
async function toWave(recording: Blob): Promise<File> {
  const context = new OfflineAudioContext(1, 1, RATE);
  const decoded = await context.decodeAudioData(await recording.arrayBuffer()).catch(() => {
    throw new Failure({ code: 'unsupported_audio' });
  });
  const mono = new OfflineAudioContext(1, Math.max(1, Math.ceil(decoded.duration * RATE)), RATE);
  const source = mono.createBufferSource();
  source.buffer = decoded;
  source.connect(mono.destination);
  source.start();
  const samples = (await mono.startRendering()).getChannelData(0);
  return new File([waveOf(samples, RATE)], 'recording.wav', { type: 'audio/wav' });
}

/** Returns a WAV file (RIFF, PCM) with one channel, from samples between -1 and 1. */
export function waveOf(samples: Float32Array, rate: number): ArrayBuffer {
  const data = new DataView(new ArrayBuffer(44 + samples.length * 2));
  const word = (at: number, letters: string) =>
    [...letters].forEach((letter, index) => data.setUint8(at + index, letter.codePointAt(0)!));
  word(0, 'RIFF');
  data.setUint32(4, 36 + samples.length * 2, true);
  word(8, 'WAVEfmt ');
  data.setUint32(16, 16, true);
  data.setUint16(20, 1, true);
  data.setUint16(22, 1, true);
  data.setUint32(24, rate, true);
  data.setUint32(28, rate * 2, true);
  data.setUint16(32, 2, true);
  data.setUint16(34, 16, true);
  word(36, 'data');
  data.setUint32(40, samples.length * 2, true);
  samples.forEach((sample, index) =>
    data.setInt16(44 + index * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true),
  );
  return data.buffer;
}
