/** The device of a login in words of fixed lists, so that no identifier of a device is stored. */
export interface Device {
  browser?: Browser;
  system?: System;
}

/** By what a User-Agent contains; the first match counts, because most browsers name others too. */
const BROWSERS = [
  ['edge', /\bEdg(?:A|iOS)?\//],
  ['opera', /\bOPR\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS|Chromium)\//],
  ['safari', /\bVersion\/[\d.]+ .*Safari\//],
] as const;
const SYSTEMS = [
  ['android', /\bAndroid\b/],
  ['ios', /\b(?:iPhone|iPad|iPod)\b/],
  ['chromeos', /\bCrOS\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMac OS X\b/],
  ['linux', /\bLinux\b/],
] as const;

export type Browser = (typeof BROWSERS)[number][0];
export type System = (typeof SYSTEMS)[number][0];
export const BROWSER_NAMES = BROWSERS.map(([name]) => name);
export const SYSTEM_NAMES = SYSTEMS.map(([name]) => name);

/** No real one is longer. */
const LONGEST = 1_000;

/** Returns the device that a User-Agent names; without a known name, nothing. */
export function deviceOf(userAgent: string | undefined): Device {
  const named = userAgent?.slice(0, LONGEST) ?? '';
  const browser = BROWSERS.find(([, pattern]) => pattern.test(named))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(named))?.[0];
  return { ...(browser && { browser }), ...(system && { system }) };
}
