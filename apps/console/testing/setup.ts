import type { Settings } from '../src/settings';

/** Prepares the page as the service delivers it, and adds what jsdom lacks because it has no layout. */
const settings: Settings = {
  admin: '/admin/v1',
  ai: '/ai/v1',
  idm: '/idm/v1',
  singleSignOn: false,
  passwordLogin: true,
  publicBaseUrl: 'http://localhost',
  version: '0.0.0',
};
const meta = document.createElement('meta');
meta.name = 'console-settings';
meta.content = JSON.stringify(settings);
document.head.append(meta);

/** The height of each element, so that lists render the rows that are visible. */
const HEIGHT_PX = 600;
Object.defineProperties(HTMLElement.prototype, {
  clientHeight: { value: HEIGHT_PX },
  offsetHeight: { value: HEIGHT_PX },
});

/** Tests load no style sheets. jsdom would look for matching rules in those of its own, which takes most of the time. */
const [shown, hidden] = ['block', 'none'].map((display) => {
  const { style } = document.createElement('span');
  style.display = display;
  return style;
}) as [CSSStyleDeclaration, CSSStyleDeclaration];
const NOT_SHOWN = '[hidden], dialog:not([open]), details:not([open]) > :not(summary:first-of-type)';
globalThis.getComputedStyle = (element) => (element.matches(NOT_SHOWN) ? hidden : shown);

Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

Object.assign(Element.prototype, {
  scrollTo: () => undefined,
  scrollIntoView: () => undefined,
  hasPointerCapture: () => false,
});

const canvas = new Proxy(
  {},
  { get: (_, name) => (name === 'measureText' ? () => ({ width: 0 }) : () => undefined), set: () => true },
);
Object.assign(HTMLCanvasElement.prototype, { getContext: () => canvas });

Object.assign(globalThis, {
  /** There are no other tabs. */
  BroadcastChannel: class extends EventTarget {
    postMessage(): void {}
  },
  ResizeObserver: class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
  Path2D: class {
    rect(): void {}
    moveTo(): void {}
    lineTo(): void {}
    arcTo(): void {}
    arc(): void {}
    closePath(): void {}
    addPath(): void {}
  },
  matchMedia: () => new EventTarget(),
});
