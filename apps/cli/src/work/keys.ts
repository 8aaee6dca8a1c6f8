import { runWith } from './run-with'; // First, for the settings that it reads first.
import { CoreModule } from '@app/core';
import { KeyRing } from '@app/crypto';
import { MainKeyUse, RotateKeys, type MainKeyState, type Rotation } from '@app/data-keys';

/** PostgreSQL and ENCRYPTION_KEYS. */
const PARTS = [CoreModule.register('operator')];

export const mainKeys = (): Promise<MainKeyState[]> => runWith(PARTS, (app) => app.get(MainKeyUse).execute());

/** @returns what came of it, and the names of the keys that wrap nothing anew */
export const rotateKeys = (
  signal: AbortSignal,
  onProgress: (done: number, all: number) => void,
): Promise<{ rotation: Rotation; olds: readonly string[] }> =>
  runWith(PARTS, async (app) => ({
    rotation: await app.get(RotateKeys).execute(signal, onProgress),
    olds: app.get(KeyRing).ids.slice(1),
  }));
