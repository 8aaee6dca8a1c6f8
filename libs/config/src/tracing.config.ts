import { registerAs, type ConfigType } from '@nestjs/config';
import { parseSettings } from './parse-settings';
import { url } from './setting-types';

/** The destination of traces. OpenTelemetry defines the name of the setting. */
export const tracingConfig = registerAs('tracing', () => {
  const env = parseSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  });
  /** The base URL of a collector that accepts `v1/traces`. If undefined, tracing is off. */
  return { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT };
});
export type TracingConfig = ConfigType<typeof tracingConfig>;
