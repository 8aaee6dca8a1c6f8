import { matchesOf } from '@app/common';

export interface Line {
  text: string;
  start: number;
}

const LINE = /[^\r\n]*(?:\r\n|[\r\n]|$)/g;

/** The lines of a text without their ends, empty ones too. */
export function linesOf(text: string): Line[] {
  return [...matchesOf(LINE, text)].map(({ 0: line, index }) => ({
    text: line.replace(/[\r\n]+$/, ''),
    start: index,
  }));
}
