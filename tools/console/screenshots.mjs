/**
 * Takes screenshots of every screen of a running service, in both languages, light and dark, wide and narrow:
 *
 *   npm start, then: node tools/console/screenshots.mjs http://localhost:3000 .data/demo-credentials.json FOLDER
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [address, credentials, folder] = process.argv.slice(2);
const { userName, password } = JSON.parse(readFileSync(credentials, 'utf8'));
mkdirSync(folder, { recursive: true });

const LOOKS = [
  { language: 'en', theme: 'light', width: 1440, height: 900 },
  { language: 'de', theme: 'dark', width: 1440, height: 900 },
  { language: 'de', theme: 'light', width: 360, height: 740 },
];
const PROMPT = {
  en: 'Write to Hans Müller (hans.mueller@firma.de, +49 30 901820) that Dr. Anna Schmidt calls him on Friday.',
  de: 'Schreib an Hans Müller (hans.mueller@firma.de, +49 30 901820), dass Dr. Anna Schmidt ihn am Freitag anruft.',
};

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const look of LOOKS) await picture(look);
await browser.close();

async function picture({ language, theme, width, height }) {
  const context = await browser.newContext({ viewport: { width, height }, locale: language });
  await context.addInitScript((wishes) => localStorage.setItem('privacy-chat', JSON.stringify(wishes)), {
    language,
    theme,
  });
  const page = await context.newPage();
  const take = (name) =>
    page.screenshot({
      path: join(folder, `${name}-${language}-${theme}-${width}.png`),
      animations: 'disabled',
    });
  await page.goto(address);
  await page.locator('input[type=email]').waitFor();
  await take('login');
  await page.locator('input[type=email]').fill(userName);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('.composer textarea').waitFor();
  await take('chat-new');
  const shows = page.getByRole('switch');
  if ((await shows.getAttribute('aria-checked')) !== 'true') await shows.click();
  await page.locator('.composer textarea').fill(PROMPT[language]);
  await page.locator('.findings .chip').first().waitFor();
  await take('chat-preview');
  await page.locator('.composer button[type=submit]').click();
  await page.locator('.sent mark').first().waitFor();
  await page.locator('.sent mark').first().focus();
  await page.locator('.mark-note').waitFor();
  await take('chat');
  const links = await page.locator('.nav a').all();
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
  for (const path of [...paths.filter((path) => path !== '/chat'), '/account']) {
    const screen = path.slice(1);
    await page.goto(address + path);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    await take(screen);
    for (const [index, tab] of (await page.getByRole('tab').all()).slice(1).entries()) {
      await tab.click();
      await page.waitForLoadState('networkidle');
      await take(`${screen}-${index + 2}`);
    }
  }
  await page.locator('.card .button.primary').click();
  await page.locator('.qr').waitFor();
  await take('second-factor');
  await page.goto(`${address}/status`);
  await page.locator('.masonry').waitFor();
  await page.waitForLoadState('networkidle');
  // The whole page, which is taller than the window.
  await page.setViewportSize({ width, height: 2_400 });
  await take('status-whole');
  await context.close();
}
