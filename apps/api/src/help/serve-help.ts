import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express, { type Request, type Response } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { ConfigError } from '@app/config';

/** The output folder of `npm run build`, next to the compiled programs. */
const FOLDER = join(__dirname, '../../../help');

/** Scripts and styles are files of this service. The colors of code are style attributes. */
const POLICY = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/**
 * Serves the documents at `/help`.
 *
 * @throws ConfigError if they are not built
 */
export function serveHelp(app: NestExpressApplication): void {
  if (!existsSync(join(FOLDER, 'index.html')))
    throw new ConfigError('CONSOLE: the documents are not built; run npm run build, or set CONSOLE=off');
  const pages = express.static(FOLDER, {
    extensions: ['html'],
    setHeaders: (response) => response.setHeader('Cache-Control', 'public, max-age=3600'),
  });
  app.use('/help', POLICY, pages, (_request: Request, response: Response) => {
    response.status(404).sendFile(join(FOLDER, '404.html'));
  });
}
