import { LauncherError, say } from './say.mjs';
import { findProgram, installProgram } from './system-packages.mjs';

/** Provides ffmpeg, which decodes recordings. */
export async function provideFfmpeg() {
  if (process.env.FFMPEG_PATH) return;
  await provide('ffmpeg', 'recordings cannot be transcribed', {
    setting: 'FFMPEG_PATH',
    packages: { apt: 'ffmpeg', dnf: 'ffmpeg-free', apk: 'ffmpeg', pacman: 'ffmpeg' },
  });
}

/** Provides strace, only on Linux, for the test of the programs' connections. */
export async function provideStrace() {
  if (process.platform !== 'linux') return;
  await provide('strace', 'what the programs connect to is not tested', {
    packages: { apt: 'strace', dnf: 'strace', apk: 'strace', pacman: 'strace' },
  });
}

/** Provides a browser for the tests of the console. They look for it in the path of Debian's package. */
export async function provideChromium() {
  if (process.env.CHROMIUM_PATH) return;
  await provide('chromium', 'the console is not tried in a browser', {
    setting: 'CHROMIUM_PATH',
    packages: { apt: 'chromium', dnf: 'chromium', apk: 'chromium', pacman: 'chromium' },
  });
}

/** Everything else works without it, so its absence is only reported. */
async function provide(program, without, how) {
  if (findProgram(program)) return;
  try {
    await installProgram({ program, ...how });
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    say(`${without}: ${error.message}`);
  }
}
