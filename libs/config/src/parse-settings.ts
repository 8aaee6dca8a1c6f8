import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { environment } from './environment';

/** An invalid or missing setting. Its message is one line that names the variable, never its value. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** The names of all settings that this process has read. */
const known = new Set<string>();

/** Returns the names of all settings that this process has read. */
export const knownSettings = (): ReadonlySet<string> => known;

/**
 * Reads the variables that `shape` names. `NAME_FILE` names a file that contains the value of `NAME`. An empty variable
 * counts as unset.
 *
 * @throws ConfigError with one line that lists the invalid variables by name, and never their values
 */
export function parseSettings<S extends z.ZodRawShape>(shape: S): z.output<z.ZodObject<S>> {
  const env = environment();
  for (const name of Object.keys(shape)) known.add(name);
  const given = Object.fromEntries(Object.keys(shape).map((name) => [name, settingOf(name, env)]));
  const result = z.object(shape).safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => describe(issue, given)).join('; '));
}

/**
 * Returns the value of a setting, or the content of the file that `NAME_FILE` names.
 *
 * @throws ConfigError if that file cannot be read
 */
export function settingOf(name: string, env = environment()): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    throw new ConfigError(
      `${name}_FILE: names a file that cannot be read; expected a readable file with the value`,
    );
  }
}

function describe({ path, message }: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(path[0]);
  return given[name] === undefined ? `${name}: is missing; ${message}` : `${name}: ${message}`;
}
