import { randomInt } from 'node:crypto';

/** Drawn anew for each process: nobody outside can look for two texts with one fingerprint. */
const SEED = randomInt(2 ** 47);

/** Tells texts apart in bounded memory. */
export class Fingerprint {
  private length = 0;
  private one = SEED >>> 0;
  private other = Math.floor(SEED / 2 ** 16) >>> 0;

  add(text: string): void {
    this.length += text.length;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      this.one = Math.imul(this.one ^ unit, 0x85ebca6b) ^ (this.one >>> 13);
      this.other = Math.imul(this.other ^ unit, 0xc2b2ae35) ^ (this.other >>> 16);
    }
  }

  copy(): Fingerprint {
    return Object.assign(new Fingerprint(), this);
  }

  toString(): string {
    return `${this.length}:${this.one >>> 0}:${this.other >>> 0}`;
  }
}
