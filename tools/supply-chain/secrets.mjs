import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** Patterns of keys, tokens and passwords. */
const SECRETS = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----|\bM[CI][A-Za-z0-9+/]{2}AgEAM[A-Za-z0-9+/]{40}/,
  // `h1:` marks the checksums of Go's modules.
  'a key of ENCRYPTION_KEYS': /\b(?!h1:)[\w-]+:[A-Za-z0-9+/]{43}=(?![A-Za-z0-9+/=])/,
  'a webhook signing secret': /\bwhsec_[A-Za-z0-9+/]{24}/,
  'an API key': /\b(?:sk-[A-Za-z0-9_-]{20}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{36}|xox[abp]-[\w-]{10})/,
};

/** Returns a line for each tracked file that contains a possible secret. */
export function secretProblems() {
  // Links to folders are tracked as files. Their targets are tracked separately.
  const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(isFile);
  return files.flatMap((file) => {
    const text = readFileSync(file, 'latin1');
    return Object.entries(SECRETS)
      .filter(([, pattern]) => pattern.test(text))
      .map(([what]) => `${file}: contains what looks like ${what}`);
  });
}
