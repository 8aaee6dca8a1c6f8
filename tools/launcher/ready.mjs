const PAUSE_MS = 100;

/** Resolves when every port answers that it is ready, or `givenUp` resolves. */
export async function untilReady(ports, host, givenUp) {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  for (const port of ports)
    while (!givenUp() && !(await isReady(`http://${address}:${port}/health/ready`))) await pause();
}

async function isReady(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false; // The port is not open yet.
  }
}

const pause = () => new Promise((done) => setTimeout(done, PAUSE_MS));
