import { KeyRing, MainKeyUse, RotateKeys, type Rotation } from '@app/crypto';
import { KeysCliModule } from '../keys-cli.module';
import { print } from '../print';
import { progressLine } from '../progress-line';
import { runWith } from '../run-with';

/** Wraps all data keys with the first of ENCRYPTION_KEYS; Ctrl-C ends it after the step that runs. */
export async function rotateKeys(options: { json?: boolean }): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  const [rotation, olds] = await runWith(KeysCliModule, async (app) => [
    await app.get(RotateKeys).execute(stop.signal, progressLine(process.stderr, 'data keys')),
    app.get(KeyRing).ids.slice(1),
  ]);
  print({ ...rotation, removable: rotation.left === 0 ? olds : [] }, options);
  if (!options.json) console.log(advice(rotation, olds));
  if (rotation.left > 0) throw new Error('stopped before the end; start it again to go on');
}

export const showKeys = async (options: { json?: boolean }): Promise<void> =>
  print(await runWith(KeysCliModule, (app) => app.get(MainKeyUse).execute()), options);

function advice({ key, left }: Rotation, olds: readonly string[]): string {
  if (left > 0) return 'Keep all keys in ENCRYPTION_KEYS until this has run to its end.';
  if (olds.length === 0) return `Every data key is wrapped by ${key}.`;
  return (
    `No data key uses ${olds.join(', ')} any more. Once every api and worker runs with ${key} first, ` +
    `${olds.length === 1 ? 'it' : 'they'} may be removed; image links and Idempotency-Keys from before then end.`
  );
}
