/** Returns a base URL without slashes at its end, so that a path can follow. */
export const baseOf = (url: string): string => url.replace(/(?<!\/)\/+$/, '');
