import { execFileSync } from 'node:child_process';
import { lstatSync } from 'node:fs';

/**
 * Files without English prose: data in many languages, recordings, texts in German, and the lists of the phrases themselves.
 */
const EXEMPT = [
  /^libs\/anonymization\/data\/.*(?<!\.md)$/,
  /^test\/(?:fixtures|bench\/impersonal)\//,
  /^tools\/entity-model\/(?:texts|entitymodel\/templates)\//,
  /^docs\/privacy\/de\/|[./]de\.(?:md|ts)$/,
  /^tools\/prose\/(?:words|exceptions)\.mjs$/,
];
/** Strings of tests are data; only their titles and comments are checked. */
const TESTS = /[.-]spec\.tsx?$|^libs\/anonymization\/testing\/|^test\/(?!bench\/|support\/)/;
const CODE = /^(?:apps|clients|libs|tools|docker|test)\/.*\.(?:ts|tsx|mjs|cjs)$/;
const PLAIN = /^(?:docker|\.github|\.ci)\/|^\.env\.example$|^(?:apps|test|tools)\/.*\.(?:css|html|py|sh)$/;

/**
 * Returns how a file is read, as the extension by which textlint finds the plugin for it; undefined if it contains no
 * texts.
 */
export function kindOf(file) {
  if (EXEMPT.some((pattern) => pattern.test(file))) return undefined;
  if (file.endsWith('.md')) return '.md';
  if (CODE.test(file)) return TESTS.test(file) ? '.titles' : '.code';
  return PLAIN.test(file) ? '.plain' : undefined;
}

/** Returns the files of the repository, including uncommitted ones. */
export function repositoryFiles() {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  // The target of a link is read separately. A deleted file stays in the list until the deletion is staged.
  const isFile = (path) => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  return execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(isFile);
}

/** Returns the folder by which findings are counted. */
export const folderOf = (file) =>
  /^(?:apps|libs)\/[^/]+(?=\/)|^(?:docker|docs|test|tools)(?=\/)/.exec(file)?.[0] ?? 'root';
