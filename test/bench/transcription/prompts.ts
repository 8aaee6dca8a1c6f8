import { conversation, startsOf, secondsOf, wave } from '../../support/wave';
import { peopleIn, readVoices } from '../speakers/conversations';

/** Sentences of one person with silence between them. */
export interface Prompts {
  /** The person's folder. Its name begins with the language: `en-allison`. */
  person: string;
  language: string;
  file: Buffer;
  seconds: number;
  /** Where each sentence begins and ends, in seconds. */
  sentences: { start: number; end: number }[];
}

/** Reads recordings of people, a subfolder each, as recordings of about this length. */
export function readPrompts(folder: string, seconds: number, most: number): Prompts[] {
  return peopleIn(folder).flatMap((person) => {
    const [all = []] = readVoices(folder, [person]);
    const found: Prompts[] = [];
    for (let at = 0; at < all.length && found.length < most;) {
      const turns: Int16Array[] = [];
      for (let length = 0; length < seconds && at < all.length; at += 1) {
        turns.push(all[at]!);
        length += secondsOf(all[at]!) + 0.5;
      }
      const starts = startsOf(turns);
      const samples = conversation(turns);
      found.push({
        person,
        language: person.slice(0, 2),
        file: wave(samples),
        seconds: secondsOf(samples),
        sentences: turns.map((turn, i) => ({ start: starts[i]!, end: starts[i]! + secondsOf(turn) })),
      });
    }
    return found;
  });
}
