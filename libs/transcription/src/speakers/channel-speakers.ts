import { AudioRejected, SAMPLE_RATE } from '../audio/audio-source';
import type { SpeechPiece, TimeSpan } from '../speech/speech-piece';
import type { RecordedSpeakers } from './speaker-finder';
import type { SpeakerTurn } from './speaker-turns';
import { speechRegions } from './voice-windows';

const FRAME = 0.05;
const FRAME_SAMPLES = FRAME * SAMPLE_RATE;
const frameAt = (seconds: number): number => Math.floor(seconds / FRAME + 1e-6);
/** In frames: the reach of a level on each side, and of the levels that must agree. */
const LEVEL_REACH = 1;
const AGREEING_REACH = 2;
/** A channel that is quieter than the other one by 6 dB or more hears the other one's speaker. */
const QUIETER = 10 ** -0.6;
/** Two channels are the same sound if their difference has less than this share of their energy. */
const DIFFERENT = 0.01;

/** Tells the speakers of a recording apart that has one channel for each of two: by the level of the channels. */
export class ChannelSpeakers implements RecordedSpeakers {
  private readonly levels: [number[], number[]] = [[], []];
  private frame: [number, number] = [0, 0];
  private filled = 0;
  private energy = 0;
  private difference = 0;
  private readonly regions: TimeSpan[] = [];

  /** Yields the mean of the two channels of interleaved samples, and remembers their levels. */
  async *mixed(parts: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
    for await (const part of parts) {
      const mono = new Int16Array(part.length / 2);
      for (let i = 0; i < mono.length; i++) mono[i] = this.mix(part[2 * i]!, part[2 * i + 1]!);
      yield mono;
    }
    this.endFrame();
  }

  async hear(piece: SpeechPiece): Promise<void> {
    for (const { start, end } of speechRegions(piece))
      this.regions.push({ start: start + piece.start, end: end + piece.start });
  }

  /** @throws AudioRejected if the channels are the same sound */
  async turns(): Promise<SpeakerTurn[]> {
    if (this.difference <= DIFFERENT * this.energy) throw new AudioRejected('sameChannels');
    return [0, 1]
      .flatMap((speaker) => this.turnsOf(speaker))
      .sort((a, b) => a.start - b.start || a.speaker - b.speaker);
  }

  private mix(left: number, right: number): number {
    this.frame[0] += left ** 2;
    this.frame[1] += right ** 2;
    this.difference += (left - right) ** 2;
    this.filled++;
    if (this.filled === FRAME_SAMPLES) this.endFrame();
    return (left + right) >> 1;
  }

  private endFrame(): void {
    this.levels[0].push(this.frame[0]);
    this.levels[1].push(this.frame[1]);
    this.energy += this.frame[0] + this.frame[1];
    [this.frame, this.filled] = [[0, 0], 0];
  }

  private turnsOf(speaker: number): SpeakerTurn[] {
    const result: SpeakerTurn[] = [];
    for (const region of this.regions)
      for (let frame = frameAt(region.start); frame * FRAME < region.end; frame++) {
        if (!this.speaks(speaker, frame)) continue;
        const [start, end] = [frame * FRAME, (frame + 1) * FRAME];
        const last = result.at(-1);
        if (last && start - last.end < FRAME / 2) last.end = end;
        else result.push({ speaker, start, end });
      }
    return result;
  }

  private speaks(speaker: number, frame: number): boolean {
    let loud = 0;
    for (let i = frame - AGREEING_REACH; i <= frame + AGREEING_REACH; i++)
      if (this.level(speaker, i) > QUIETER * this.level(1 - speaker, i)) loud++;
    return loud > AGREEING_REACH;
  }

  private level(channel: number, frame: number): number {
    const from = Math.max(frame - LEVEL_REACH, 0);
    let sum = 0;
    for (let i = from; i <= frame + LEVEL_REACH; i++) sum += this.levels[channel]![i] ?? 0;
    return sum;
  }
}
