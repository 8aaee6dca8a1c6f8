import type { Page } from 'playwright-core';
import type { Visitor } from './browser';

/** A way to a dialog: the buttons to press one after another, each the first with its label of those that a selector finds. */
type Path = readonly { selector: string; label: string }[];

export interface MeasuredDialog {
  title: string;
  /** What does not fit into it, or is inherited from the element that opened it. */
  faults: string[];
}

const BUTTON = 'main button:not(:disabled):not([role=tab]):not([role=switch])';
const TAB = 'main [role=tab]';
/** They start work that takes long, or end a session. */
const LEFT_OUT =
  /^(Verify|Prüfen|Speak|Sprechen|Send$|Senden$|Log out (?!everywhere)|(?!Überall).* abmelden$)/;
/** The longest time in which a press opens a dialog, a menu or a drawer. The code of some is loaded first. */
const OPENS_MS = 1_000;
/** How often that is checked. The menu of a pressed item has closed by then. */
const POLL_MS = 150;

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
 * Presses every button of a screen, of its tabs, menus, popovers and drawers once, and measures each dialog that opens.
 * Buttons with the same label count once. No button within a dialog is pressed, so that nothing is deleted.
 *
 * @param pictures the beginning of the paths of screenshots; absent: none
 */
export async function measureDialogs(
  visitor: Visitor,
  screen: string,
  pictures?: string,
): Promise<MeasuredDialog[]> {
  const { page } = visitor;
  const measured = new Map<string, MeasuredDialog>();
  const seen = new Set<string>();
  const waiting: Path[] = [[]];
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    await visitor.open(screen);
    await visitor.settled();
    if (!(await follow(page, path))) continue;
    const opened = path.length === 0 ? 'nothing' : await openedSoon(page, path.length > 1);
    if (opened === 'dialog') {
      const dialog = (await page.evaluate(MEASURE)) as MeasuredDialog;
      measured.set(dialog.title, dialog);
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}-${dialog.title.replaceAll(/\W+/g, '-')}.png` });
    }
    const isScreen = path.length === 0 || path.at(-1)!.selector === TAB;
    for (const selector of opened === 'nothing' ? (isScreen ? [BUTTON, TAB] : []) : INNER[opened])
      for (const label of await labelsOf(page, selector)) {
        const key = `${selector} ${label}`;
        if (LEFT_OUT.test(label) || seen.has(key)) continue;
        seen.add(key);
        waiting.push([...path, { selector, label }]);
      }
  }
  return [...measured.values()];
}

type Opened = 'dialog' | 'drawer' | 'menu' | 'popover' | 'nothing';
const INNER: Readonly<Record<Exclude<Opened, 'nothing'>, readonly string[]>> = {
  dialog: [],
  drawer: ['dialog.drawer[open] button:not(:disabled)'],
  menu: ['[role=menu] [role=menuitem]'],
  popover: ['.popover button:not(:disabled)'],
};

const labelsOf = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((buttons) =>
      (buttons as unknown as { ariaLabel: string | null; innerText: string }[]).map(
        ({ ariaLabel, innerText }) => (ariaLabel ?? innerText).trim(),
      ),
    );

/**
 * Returns what the last press opens; `nothing` if that takes too long.
 *
 * @param isInside whether the pressed button was in something that is open: a drawer stays open below a dialog
 */
async function openedSoon(page: Page, isInside: boolean): Promise<Opened> {
  const before = performance.now();
  const unchanged: readonly Opened[] = isInside ? ['nothing', 'drawer'] : ['nothing'];
  let opened: Opened;
  do {
    await page.waitForTimeout(POLL_MS);
    opened = await openedIn(page);
  } while (unchanged.includes(opened) && performance.now() - before < OPENS_MS);
  return opened;
}

async function openedIn(page: Page): Promise<Opened> {
  if ((await page.locator('dialog.dialog[open]').count()) > 0) return 'dialog';
  if ((await page.locator('[role=menu]').count()) > 0) return 'menu';
  if ((await page.locator('.popover').count()) > 0) return 'popover';
  return (await page.locator('dialog.drawer[open]').count()) > 0 ? 'drawer' : 'nothing';
}

/** @returns whether all buttons of the path were there */
async function follow(page: Page, path: Path): Promise<boolean> {
  for (const [i, { selector, label }] of path.entries()) {
    if (i > 0) await openedSoon(page, i > 1);
    const index = (await labelsOf(page, selector)).indexOf(label);
    if (index < 0) return false;
    const button = page.locator(selector).nth(index);
    if (!(await button.isVisible()) || !(await button.isEnabled())) return false;
    await button.click();
  }
  return true;
}
