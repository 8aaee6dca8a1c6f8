import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { url } from './setting-types';

/** Where traces go. The setting's name is OpenTelemetry's. */
export const tracingConfig = registerAs('tracing', () => {
  const env = parseSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  });
  /** A collector's address, below which it takes `v1/traces`; undefined: nothing is traced. */
  return { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT };
});
export type TracingConfig = ConfigType<typeof tracingConfig>;
