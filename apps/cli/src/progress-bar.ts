const WIDTH = 30;

/** Draws on a terminal, and nowhere else. @returns to be told how much of how much is done */
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
