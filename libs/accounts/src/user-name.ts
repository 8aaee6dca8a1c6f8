import { AppError } from '@app/common';

/** RFC 5321, section 4.5.3.1: 64 for the local part, the sign, 255 for the domain. */
export const MAX_USER_NAME_LENGTH = 320;

/** Returns the normalized user name. Computed in code, because the database's locale could change. */
export const loginName = (userName: string): string => userName.normalize('NFC').toLowerCase();

/** Returns whether a text has the format of an e-mail address. */
export const isUserName = (text: string): boolean =>
  text.length <= MAX_USER_NAME_LENGTH && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text);

/** @throws AppError `bad_request` if `userName` has not the format of an e-mail address */
export function checkUserName(userName: string): void {
  if (!isUserName(userName))
    throw new AppError(
      'bad_request',
      `A user name must be an e-mail address of at most ${MAX_USER_NAME_LENGTH} characters`,
    );
}
