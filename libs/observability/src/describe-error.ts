import { AppError } from '@app/common';

export interface ErrorDescription {
  errorClass: string;
  /** Ours, of an AppError. */
  errorCode?: string;
  /** `file:line:column` of our own code, innermost first. */
  frames: string[];
  cause?: ErrorDescription;
}

const OWN_FRAME = /((?:apps|libs)\/[^\s()]+:\d+:\d+)/;
const CLASS_NAME = /^[A-Za-z]{1,60}$/;

/** What may be said of an error: class, code, own frames. Never a message, a library's or a driver's detail. */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { errorClass: typeof error, frames: [] };
  const name = error.constructor.name;
  return {
    errorClass: CLASS_NAME.test(name) ? name : 'Error',
    ...(error instanceof AppError && { errorCode: error.code }),
    frames: ownFrames(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** The stack's head repeats the message, which may hold anything, also lines that look like frames: it is cut off. */
function ownFrames({ stack = '', message }: Error): string[] {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((text) => /^\s+at /.test(text) && !text.includes('node_modules'))
    .flatMap((text) => OWN_FRAME.exec(text)?.[1] ?? [])
    .slice(0, 10);
}
