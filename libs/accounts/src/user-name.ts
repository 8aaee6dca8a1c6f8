import { AppError } from '@app/common';

/** RFC 5321, section 4.5.3.1: 64 for the local part, the sign, 255 for the domain. */
export const MAX_USER_NAME_LENGTH = 320;

/** One form for all ways to write a user name, compared by code: not by the database's locale. */
export const loginName = (userName: string): string => userName.normalize('NFC').toLowerCase();

/** Whether it has the form of an e-mail address. */
export const isUserName = (text: string): boolean =>
  text.length <= MAX_USER_NAME_LENGTH && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text);

/** @throws AppError `bad_request` where `userName` has not the form of an e-mail address */
export function checkUserName(userName: string): void {
  if (!isUserName(userName))
    throw new AppError(
      'bad_request',
      `A user name is an e-mail address of at most ${MAX_USER_NAME_LENGTH} characters`,
    );
}
