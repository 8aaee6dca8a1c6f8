import { lazy, type ComponentType } from 'react';

/** The code of a part of the page could not be loaded: a newer version replaced it, or the service did not answer. */
export class PartNotLoaded extends Error {
  override readonly name = 'PartNotLoaded';
}

/** Returns a component that loads its code when it is first rendered. */
export const loadPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new PartNotLoaded('A part of the page could not be loaded', { cause });
    }
  });
