import { ConfigError } from './config-error';

/**
 * In production a secret that anybody could guess stops the start.
 *
 * @param environment `NODE_ENV`
 * @param expected what would do instead
 * @throws ConfigError that names the variable, never its value
 */
export function refuseWeak(environment: string, name: string, isWeak: boolean, expected: string): void {
  if (isWeak && environment === 'production')
    throw new ConfigError(`${name}: is a default or easily guessed; expected ${expected}`);
}
