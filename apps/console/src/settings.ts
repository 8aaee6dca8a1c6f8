/** The deployment's settings for the page. */
export interface Settings {
  admin: string;
  ai: string;
  idm: string;
  singleSignOn: boolean;
  passwordLogin: boolean;
  publicBaseUrl: string;
  version: string;
}

export const settings = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="console-settings"]')!.content,
) as Settings;

/** The prefixes of the OpenAPI document and the corresponding prefixes of this deployment. */
const PREFIXES: readonly (readonly [string, string])[] = [
  ['/ai/v1', settings.ai],
  ['/idm/v1', settings.idm],
  ['/admin/v1', settings.admin],
];

/** Returns the address of an OpenAPI path in this deployment. */
export function addressOf(path: string): string {
  const [known, here] = PREFIXES.find(([prefix]) => path.startsWith(`${prefix}/`)) ?? ['', ''];
  return here + path.slice(known.length);
}
