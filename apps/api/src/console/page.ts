/** What the page has to know of this deployment before anybody logs in. */
export interface PageSettings {
  admin: string;
  ai: string;
  idm: string;
  singleSignOn: boolean;
  passwordLogin: boolean;
  /** Where sessions are given: cookies belong to one address. */
  publicBaseUrl: string;
  version: string;
}

/** The page with its settings in an element that no browser runs as a script. */
export const pageWith = (page: string, settings: PageSettings): string =>
  page.replace(
    '</head>',
    () => `<meta name="console-settings" content="${escaped(JSON.stringify(settings))}" /></head>`,
  );

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
