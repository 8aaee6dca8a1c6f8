import type { DataKey } from '@app/crypto';
import { jobBinding } from './jobs.entities';

/**
 * Seals the input of a job.
 *
 * @param isNewer whether it has a field that the previous version would ignore. That version cannot open the input then
 */
export function sealInput(key: DataKey, input: object, isNewer: boolean): Buffer {
  const { subjectId: id } = key;
  return key.seal(JSON.stringify(input), isNewer ? jobBinding.newerInput(id) : jobBinding.input(id));
}

/** @throws Error if it was damaged, or sealed for another job */
export function openInput(key: DataKey, sealed: Buffer): unknown {
  const { subjectId: id } = key;
  let json: string;
  try {
    json = key.openText(sealed, jobBinding.input(id));
  } catch {
    json = key.openText(sealed, jobBinding.newerInput(id));
  }
  return JSON.parse(json) as unknown;
}
