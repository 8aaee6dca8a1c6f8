import { availableParallelism } from 'node:os';
import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { integer } from './setting-types';

/** Detection of personal data in worker threads (contract: Anonymizing and restoring). */
export const detectionConfig = registerAs('detection', () => {
  const env = parseSettings({ DETECTION_THREADS: integer(Math.min(2, availableParallelism()), 1, 64) });
  return {
    /** Threads of one process. Each loads its own entity model. */
    threads: env.DETECTION_THREADS,
  };
});
export type DetectionConfig = ConfigType<typeof detectionConfig>;
