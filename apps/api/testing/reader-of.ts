import type { Type } from '@nestjs/common';
import { AppError } from '@app/common';
import { requestValidation } from '../src/http/request-validation';

/** Reads a body, a query or parameters as the routes with this DTO do. */
export function readerOf<T extends object>(dto: Type<T>, type: 'body' | 'query' | 'param' = 'body') {
  const read = async (value: unknown): Promise<T> =>
    requestValidation.transform(value, { type, metatype: dto }) as Promise<T>;
  /** Returns the message of the refusal, or undefined if the value is accepted. */
  const refusal = async (value: unknown): Promise<string | undefined> => {
    try {
      await read(value);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'bad_request') throw error;
      return error.message;
    }
  };
  return { read, refusal };
}
