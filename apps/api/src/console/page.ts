/** The settings of the deployment that the page needs before login. */
export interface PageSettings {
  admin: string;
  ai: string;
  idm: string;
  singleSignOn: boolean;
  passwordLogin: boolean;
  /** Sessions work only at this address, because cookies belong to one origin. */
  publicBaseUrl: string;
  version: string;
}

/** Returns the page with its settings in an element that browsers do not execute. */
export const pageWith = (page: string, settings: PageSettings): string =>
  page.replace(
    '</head>',
    () => `<meta name="console-settings" content="${escaped(JSON.stringify(settings))}" /></head>`,
  );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
