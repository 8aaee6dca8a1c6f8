import type { StoredBatch } from './batch';
import type { LeftAtProvider } from './provider-removals.store';

/** Returns the input file and the batch at the provider. */
export function leftOf({
  state: { hidden, upstreamFile, upstreamBatch },
}: Pick<StoredBatch, 'state'>): LeftAtProvider[] {
  if (!hidden) return [];
  const { provider } = hidden;
  const file =
    upstreamFile === undefined ? [] : [{ provider, kind: 'file' as const, upstreamId: upstreamFile }];
  const batch =
    upstreamBatch === undefined ? [] : [{ provider, kind: 'batch' as const, upstreamId: upstreamBatch }];
  return [...file, ...batch];
}
