import { AppError } from './app-error';

export interface ErrorDescription {
  errorClass: string;
  /** The code of an AppError. */
  errorCode?: string;
  /**
   * The code of the system (`ECONNREFUSED`), of PostgreSQL (`57P03`), or the first word of a reply of Redis
   * (`WRONGPASS`).
   */
  code?: string;
  /** `file:line:column` of the project's own code, innermost first. */
  frames: string[];
  cause?: ErrorDescription;
}

/** The programs that ship have most libs in files of `dist/joined`, which tools/bundle.mjs names by the lib. */
const OWN_FRAME = /((?:apps|libs|joined)\/[^\s()]+:\d+:\d+)/;
const CLASS_NAME = /^[A-Za-z]{1,60}$/;
const CODE = /^[A-Z0-9_]{3,40}$/;

/**
 * Returns the parts of an error that may be logged: class, codes, own frames. Omits messages and details of libraries.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { errorClass: typeof error, frames: [] };
  const name = error.constructor.name;
  const code = codeOf(error);
  return {
    errorClass: CLASS_NAME.test(name) ? name : 'Error',
    ...(error instanceof AppError && { errorCode: error.code }),
    ...(code !== undefined && { code }),
    frames: ownFrames(error),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/** Returns the code of a library's error if it has the form of one. Such a word quotes no value. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  // Redis puts its code before the message.
  const word = error.name === 'ReplyError' ? error.message.split(' ', 1)[0] : code;
  return typeof word === 'string' && CODE.test(word) ? word : undefined;
}

/**
 * Returns the frames after the message, which the stack repeats and which may contain any text, even lines like frames.
 */
function ownFrames({ stack = '', message }: Error): string[] {
  return stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((text) => /^\s+at /.test(text) && !text.includes('node_modules'))
    .flatMap((text) => OWN_FRAME.exec(text)?.[1] ?? [])
    .slice(0, 10);
}
