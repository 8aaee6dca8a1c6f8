const INTERVAL_MS = 1_000;

/**
 * Prints progress about once a second and at the end.
 *
 * @returns a function that receives the amounts done and total
 */
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

const WIDTH = 30;

/**
 * Draws a progress bar, only on a terminal.
 *
 * @returns a function that receives the amounts done and total
 */
export function progressBar(output: NodeJS.WriteStream): (done: number, all: number) => void {
  let shown = -1;
  return (done, all) => {
    const percent = Math.floor((done / all) * 100);
    if (!output.isTTY || percent === shown) return;
    shown = percent;
    const filled = Math.floor((percent / 100) * WIDTH);
    const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`;
    output.write(`\r[${bar}] ${percent} % of ${(all / 1024 ** 2).toFixed(0)} MiB${done >= all ? '\n' : ''}`);
  };
}
