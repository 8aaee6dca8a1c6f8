import { settingOf } from './parse-settings';

/** Settings that contain secrets or addresses, by their names. */
const HIDDEN = /_(KEYS?|TOKEN|SECRET|PASSWORD|ID|CREDENTIALS|URL)$|^PROVIDERS$/;
/** Numbers, durations, sizes, rates, and words of our own choices: nothing else can be told from a secret or a name. */
const PLAIN =
  /^(\d+(\.\d+)?(ms|s|m|h|d|B|KiB|MiB|GiB)?|\d+\/\d+(s|m|h|d)|on|off|true|false|production|development|test|debug|info|warn|error|silent|local|s3)$/;

/**
 * Returns the settings that are set, by name, for support: the value of a plain one, and `set` for any other.
 *
 * @param names all settings that this process has read
 */
export const shownSettings = (names: Iterable<string>): Record<string, string> =>
  Object.fromEntries(
    [...names].toSorted().flatMap((name) => {
      const value = settingOf(name);
      if (value === undefined) return [];
      return [[name, !HIDDEN.test(name) && PLAIN.test(value) ? value : 'set']];
    }),
  );
