/** The server answered with an error status. `body` is for reading codes from, never for passing on. */
export class UpstreamRefusal extends Error {
  constructor(
    readonly status: number,
    readonly retryAfterS: number | undefined,
    readonly body: string,
  ) {
    super(`The server answered ${status}`);
  }
}
