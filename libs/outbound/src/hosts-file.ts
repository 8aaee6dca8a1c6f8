import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** The addresses that `/etc/hosts` gives a name; none where there is no such file. */
export async function addressesInHostsFile(name: string, path = '/etc/hosts'): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some((known) => known.toLowerCase() === name) ? [address] : [];
  });
}
