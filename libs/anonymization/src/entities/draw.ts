import { createHmac, randomInt } from 'node:crypto';

/** Chooses one of `count`; `label` names the decision, so that a seeded draw repeats it (contract: Anonymizing and restoring, rule 3). */
export type Draw = (count: number, label: string) => number;

/** A fresh, unguessable choice each time. */
export const randomDraw: Draw = (count) => randomInt(count);

/** The same choice for the same label, for as long as the secret seed is the same (contract: The OpenAI gateway). */
export function seededDraw(seed: Buffer): Draw {
  return (count, label) => createHmac('sha256', seed).update(label).digest().readUIntBE(0, 6) % count;
}
