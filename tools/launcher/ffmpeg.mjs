import { LauncherError, say } from './say.mjs';
import { findProgram, installProgram } from './system-packages.mjs';

/** Recordings are decoded by ffmpeg. Without it everything else works, so that it is missing is only said. */
export async function provideFfmpeg() {
  if (process.env.FFMPEG_PATH || findProgram('ffmpeg')) return;
  try {
    await installProgram({
      program: 'ffmpeg',
      setting: 'FFMPEG_PATH',
      packages: { apt: 'ffmpeg', dnf: 'ffmpeg-free', apk: 'ffmpeg', pacman: 'ffmpeg' },
    });
  } catch (error) {
    if (!(error instanceof LauncherError)) throw error;
    say(`recordings cannot be transcribed: ${error.message}`);
  }
}
