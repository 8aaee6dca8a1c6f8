const INTERVAL_MS = 1_000;

/** Says about once a second how far something has come, and once at its end. @returns to be told how much of how much is done */
export function progressLine(
  output: NodeJS.WritableStream,
  things: string,
): (done: number, all: number) => void {
  let saidAt = 0;
  return (done, all) => {
    const now = Date.now();
    if (done < all && now - saidAt < INTERVAL_MS) return;
    saidAt = now;
    output.write(`${done} of ${all} ${things}\n`);
  };
}
