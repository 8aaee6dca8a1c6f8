import type { Locator, Page } from 'playwright-core';

/** Seconds of the keystroke-level model (Card, Moran and Newell 1980), for an average typist. */
const KEY_S = 0.28;
const POINT_S = 1.1;
const CLICK_S = 0.2;
const TO_KEYBOARD_S = 0.4;
const THINK_S = 1.35;

/** What a task takes. */
export interface Effort {
  clicks: number;
  keys: number;
  /** Time of a practised person after the keystroke-level model, and of the page, in seconds. */
  seconds: number;
}

/** Uses a page as a person does, and counts what that takes. */
export class Walk {
  private clicks = 0;
  private keys = 0;
  private person = 0;
  private readonly began = performance.now();

  constructor(private readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    this.clicks++;
    this.person += THINK_S + POINT_S + CLICK_S;
    await target.click();
  }

  /** Types into the focused element if there is no target. */
  async type(text: string, target?: Locator): Promise<void> {
    this.keys += text.length;
    this.person += THINK_S + TO_KEYBOARD_S + text.length * KEY_S;
    await (target ? target.fill(text) : this.page.keyboard.type(text));
  }

  async press(keys: string): Promise<void> {
    this.keys += keys.split('+').length;
    this.person += THINK_S + keys.split('+').length * KEY_S;
    await this.page.keyboard.press(keys);
  }

  /** Opens a list and clicks an option of it. */
  async select(target: Locator, option: string): Promise<void> {
    this.clicks += 2;
    this.person += 2 * (THINK_S + POINT_S + CLICK_S);
    await target.selectOption(option);
  }

  /** Clicks the button, each file and the button of the dialog of the operating system. */
  async choose(button: Locator, files: readonly string[]): Promise<void> {
    this.clicks += 2 + files.length;
    this.person += (2 + files.length) * (THINK_S + POINT_S + CLICK_S);
    const dialog = this.page.waitForEvent('filechooser');
    await button.click();
    await (await dialog).setFiles(files);
  }

  done(): Effort {
    const ofPage = (performance.now() - this.began) / 1_000;
    return { clicks: this.clicks, keys: this.keys, seconds: Math.round(this.person + ofPage) };
  }
}
