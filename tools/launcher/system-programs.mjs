import { LauncherError, say } from './say.mjs';
import { findProgram, installProgram } from './system-packages.mjs';

/** Recordings are decoded by ffmpeg. */
export async function provideFfmpeg() {
  if (process.env.FFMPEG_PATH) return;
  await provide('ffmpeg', 'recordings cannot be transcribed', {
    setting: 'FFMPEG_PATH',
    packages: { apt: 'ffmpeg', dnf: 'ffmpeg-free', apk: 'ffmpeg', pacman: 'ffmpeg' },
  });
}

/** The test of what the programs connect to watches their system calls with strace, which only Linux has. */
export async function provideStrace() {
  if (process.platform !== 'linux') return;
  await provide('strace', 'what the programs connect to is not tested', {
    packages: { apt: 'strace', dnf: 'strace', apk: 'strace', pacman: 'strace' },
  });
}

/** The console is tried in a browser; the tests look for it where Debian's package puts it. */
export async function provideChromium() {
  if (process.env.CHROMIUM_PATH) return;
  await provide('chromium', 'the console is not tried in a browser', {
    setting: 'CHROMIUM_PATH',
    packages: { apt: 'chromium', dnf: 'chromium', apk: 'chromium', pacman: 'chromium' },
  });
}

/** Without it everything else works, so that it is missing is only said. */
async function provide(program, without, how) {
  if (findProgram(program)) return;
  try {
    await installProgram({ program, ...how });
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    say(`${without}: ${error.message}`);
  }
}
