export type Resolution =
  | { kind: 'found'; addresses: readonly string[] }
  /** Nobody has that name, or it has no address. */
  | { kind: 'unknown' }
  /** The resolver did not answer: nothing is known of the name. */
  | { kind: 'trouble' };

/** Turns a name into its addresses. */
export abstract class NameResolver {
  /** Never throws; gives up on its own after a few seconds. */
  abstract resolve(name: string): Promise<Resolution>;
}
