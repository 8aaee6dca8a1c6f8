import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { CoreModule } from '@app/core';
import { KeyRing } from '@app/crypto';
import { MainKeyUse, RotateKeys, type MainKeyState, type Rotation } from '@app/data-keys';

/** Needs PostgreSQL and ENCRYPTION_KEYS. */
const PARTS = [CoreModule.register('operator')];

export const mainKeys = (): Promise<MainKeyState[]> => runWith(PARTS, (app) => app.get(MainKeyUse).execute());

/**
 * Rotates the main key.
 *
 * @returns the result, and the names of the keys that wrap no new data keys
 */
export const rotateKeys = (
  signal: AbortSignal,
  onProgress: (done: number, all: number) => void,
): Promise<{ rotation: Rotation; olds: readonly string[] }> =>
  runWith(PARTS, async (app) => ({
    rotation: await app.get(RotateKeys).execute(signal, onProgress),
    olds: app.get(KeyRing).ids.slice(1),
  }));
