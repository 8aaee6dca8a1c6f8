import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { VERSION } from '@app/common';
import type { HttpConfig, SingleSignOnConfig } from '@app/config';
import { allowedMethods } from '../http/allowed-methods';
import { isBelow } from '../http/failure-body';
import { readBuiltConsole, type Asset } from './built-console';
import { pageWith } from './page';

/** Scripts and styles are static files. New recordings and documents have `blob:` addresses. */
const POLICY = contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'blob:'],
    mediaSrc: ["'self'", 'blob:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/**
 * Serves the console at `/`, and at every address that a browser opens and no other route handles, so that links and
 * reloads work. Other requests are unaffected. Reads all files once, at startup.
 *
 * @throws ConfigError if the console is not built
 */
export function serveConsole(
  app: NestExpressApplication,
  http: HttpConfig,
  signOn: SingleSignOnConfig,
): void {
  const { page, assets } = readBuiltConsole();
  const html = pageWith(page, {
    admin: http.adminBasePath,
    ai: http.aiBasePath,
    idm: http.idmBasePath,
    singleSignOn: signOn.provider !== undefined,
    passwordLogin: signOn.passwordLogin,
    publicBaseUrl: http.publicBaseUrl,
    version: VERSION,
  });
  app.use('/assets', sendAsset(assets));
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (!asksForPage(request, http)) return next();
    return POLICY(request, response, () => {
      response.setHeader('Cache-Control', 'no-cache');
      response.setHeader('Permissions-Policy', 'microphone=(self), camera=(), geolocation=()');
      response.type('html').send(html);
    });
  });
}

/** Asset names contain a digest of their content, so an asset never changes. */
const sendAsset =
  (assets: ReadonlyMap<string, Asset>): RequestHandler =>
  (request, response, next) => {
    const asset = assets.get(request.path.slice(1));
    if (!asset || !isRead(request)) return next();
    const packed = request.acceptsEncodings('br') === 'br';
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Vary', 'Accept-Encoding');
    if (packed) response.setHeader('Content-Encoding', 'br');
    response.type(asset.type).send(packed ? asset.packed : asset.plain);
  };

function asksForPage(request: Request, { adminBasePath, aiBasePath, idmBasePath }: HttpConfig): boolean {
  const { path } = request;
  if (!isRead(request)) return false;
  if (path === '/') return true;
  const isOthers = ['/assets', adminBasePath, aiBasePath, idmBasePath].some((base) => isBelow(path, base));
  return !isOthers && isOpenedInBrowser(request) && allowedMethods(request).length === 0;
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

/** Browsers send `text/html` when a user opens an address. Programs accept any type. */
const isOpenedInBrowser = (request: Request): boolean =>
  (request.get('accept') ?? '').split(',').some((type) => type.trim().startsWith('text/html'));
