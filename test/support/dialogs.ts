import type { Page } from 'playwright-core';
import type { Visitor } from './browser';

/** A way to a dialog: the buttons to press one after another, each the nth of those that a selector finds. */
type Path = readonly { selector: string; index: number }[];

export interface MeasuredDialog {
  title: string;
  /** What does not fit into it, or is inherited from the element that opened it. */
  faults: string[];
}

const IN_SCREEN = 'main button:not(:disabled), main [role=tab]';
const IN_POPOVER = '.popover button:not(:disabled)';
const IN_MENU = '[role=menu] [role=menuitem]';
const IN_DRAWER = 'dialog.drawer[open] button:not(:disabled)';
/** They start work that takes long, or end the session. */
const LEFT_OUT = /^(Verify|Prüfen|Speak|Sprechen|Send$|Senden$)/;
/** The time in which a press opens a dialog, a menu or a drawer. */
const OPENS_MS = 150;

/** Runs in the page: measures the open dialog. Content that scrolls sideways on purpose is not measured. */
const MEASURE = `(() => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const name = dialog.getAttribute('aria-label') ?? dialog.querySelector('h2')?.textContent ?? '';
  const { textAlign, whiteSpace } = getComputedStyle(dialog);
  const scrolls = (element) => element.closest('.table-frame, pre, textarea, input, .conversation-frame');
  const cut = [dialog, ...dialog.querySelectorAll('*')].filter(
    (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 && !scrolls(element) &&
      getComputedStyle(element).display !== 'inline' && !element.matches('.visually-hidden, svg, svg *, option'));
  return {
    title: name,
    faults: [
      ...cut.map((element) => 'wider than it shows: ' + element.outerHTML.slice(0, 120)),
      ...(['start', 'left'].includes(textAlign) ? [] : ['text-align: ' + textAlign]),
      ...(whiteSpace === 'normal' ? [] : ['white-space: ' + whiteSpace]),
    ],
  };
})()`;

/**
 * Presses every button of a screen, of its menus, popovers and drawers once, and measures each dialog that opens. Buttons with
 * the same label count once. No button within a dialog is pressed, so that nothing is deleted.
 */
export async function measureDialogs(visitor: Visitor, screen: string): Promise<MeasuredDialog[]> {
  const { page } = visitor;
  const measured = new Map<string, MeasuredDialog>();
  const seen = new Set<string>();
  const waiting: Path[] = [[]];
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    await visitor.open(screen);
    await visitor.settled();
    if (!(await follow(page, path, seen))) continue;
    const opened = await openedIn(page);
    if (opened === 'dialog') {
      const dialog = (await page.evaluate(MEASURE)) as MeasuredDialog;
      measured.set(dialog.title, dialog);
    }
    const selector = path.length === 0 ? IN_SCREEN : SELECTORS[opened];
    // A tab shows other buttons of the screen.
    const isTab = path.at(-1)?.selector === IN_SCREEN && opened === 'nothing' && path.length === 1;
    const next = selector ?? (isTab ? IN_SCREEN : undefined);
    if (next === undefined) continue;
    const count = await page.locator(next).count();
    for (let index = 0; index < count; index++) waiting.push([...path, { selector: next, index }]);
  }
  return [...measured.values()];
}

type Opened = 'dialog' | 'drawer' | 'menu' | 'popover' | 'nothing';
const SELECTORS: Readonly<Record<Opened, string | undefined>> = {
  dialog: undefined,
  drawer: IN_DRAWER,
  menu: IN_MENU,
  popover: IN_POPOVER,
  nothing: undefined,
};

async function openedIn(page: Page): Promise<Opened> {
  if ((await page.locator('dialog.dialog[open]').count()) > 0) return 'dialog';
  if ((await page.locator('[role=menu]').count()) > 0) return 'menu';
  if ((await page.locator('.popover').count()) > 0) return 'popover';
  return (await page.locator('dialog.drawer[open]').count()) > 0 ? 'drawer' : 'nothing';
}

/** @returns whether all buttons of the path were there, and the last one was not pressed before */
async function follow(page: Page, path: Path, seen: Set<string>): Promise<boolean> {
  for (const [depth, { selector, index }] of path.entries()) {
    const button = page.locator(selector).nth(index);
    if ((await button.count()) === 0 || !(await button.isVisible())) return false;
    const label = (await button.getAttribute('aria-label')) ?? (await button.innerText());
    const key = `${depth} ${selector} ${label}`;
    const isLast = depth === path.length - 1;
    if (LEFT_OUT.test(label.trim()) || (isLast && seen.has(key))) return false;
    if (isLast) seen.add(key);
    await button.click();
    await page.waitForTimeout(OPENS_MS);
  }
  return true;
}
