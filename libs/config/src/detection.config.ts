import { availableParallelism } from 'node:os';
import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { integer } from './setting-types';

/** Looking for personal data, off the event loop (contract: Anonymizing and restoring). */
export const detectionConfig = registerAs('detection', () => {
  const env = parseSettings({ DETECTION_THREADS: integer(Math.min(2, availableParallelism()), 1, 64) });
  return {
    /** Of one process; each holds an entity model of its own. */
    threads: env.DETECTION_THREADS,
  };
});
export type DetectionConfig = ConfigType<typeof detectionConfig>;
