import type { NestExpressApplication } from '@nestjs/platform-express';
import type { HttpConfig } from '@app/config';

/** What a page may read of an answer, beside its body. */
const EXPOSED = [
  'X-Request-Id',
  'X-Job-Id',
  'X-RateLimit-Remaining',
  'X-Dropped-Parameters',
  'X-Should-Retry',
  'Retry-After',
  'Idempotency-Replayed',
];
const PREFLIGHT_S = 600;

/** Lets pages of the origins of `CORS_ORIGINS` call; where none is named, browsers let no page of elsewhere call. */
export function allowOrigins(app: NestExpressApplication, { corsOrigins }: HttpConfig): void {
  if (corsOrigins.length === 0) return;
  app.enableCors({ origin: [...corsOrigins], exposedHeaders: EXPOSED, maxAge: PREFLIGHT_S });
}
