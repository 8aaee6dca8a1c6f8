import { PayloadTooLargeException, UnauthorizedException } from '@nestjs/common';
import type { Request } from 'express';
import { AppError, invalid } from '@app/common';
import { failureBody } from './failure-body';
import { toAppError, withFieldNames } from './to-app-error';

const request = {} as Request;
const bases = { aiBasePath: '/ai/v1', idmBasePath: '/idm/v1' };
const now = new Date('2025-08-04T08:37:24.129Z');

describe('toAppError', () => {
  it("leaves the service's own errors unchanged", () => {
    const error = new AppError('gone', 'It was deleted');
    expect(toAppError(error, request)).toBe(error);
  });

  it('keeps the status of a library error but not its message', () => {
    const error = toAppError(new PayloadTooLargeException('value "Ada" too large'), request);
    expect(error).toMatchObject({ code: 'too_large', message: 'The request is too large' });
  });

  it('reports that the database is unreachable, without its address (contract: Addresses and the envelope)', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), {
      code: 'ECONNREFUSED',
    });
    const error = toAppError(refused, request);
    expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterS: 5 } });
    expect(error.message).not.toContain('10.0.0.5');
  });

  it.each([
    ['a bug', new TypeError('cannot read "Ada"')],
    ['a thrown string', 'Ada'],
    ['nothing', undefined],
    ['a status for which we have no words', new UnauthorizedException('Ada')],
  ])('discloses nothing about %s [PRIV-97]', (_, thrown) => {
    const error = toAppError(thrown, request);
    expect(error.code).toBe('internal');
    expect(error.message).not.toContain('Ada');
  });
});

describe('failureBody', () => {
  const error = new AppError('bad_request', 'lang must be one of en, de', {
    errors: [{ field: 'lang', message: 'must be one of en, de' }],
  });

  it('is the envelope under {ai_base} and for unknown families', () => {
    const envelope = {
      success: false,
      message: 'lang must be one of en, de',
      response_code: 400,
      code: 'bad_request',
      errors: [{ field: 'lang', message: 'must be one of en, de' }],
    };
    expect(failureBody(error, '/ai/v1/chat', bases, now)).toEqual(envelope);
    expect(failureBody(error, '/nowhere', bases, now)).toEqual(envelope);
  });

  it('has no errors if no single field is invalid', () => {
    expect(failureBody(new AppError('not_found', 'No such job'), '/ai/v1/job/1', bases, now)).toEqual({
      success: false,
      message: 'No such job',
      response_code: 404,
      code: 'not_found',
    });
  });

  it('is errorDate and errorMessage under {idm_base}', () => {
    expect(failureBody(error, '/idm/v1/auth/login', bases, now)).toEqual({
      errorDate: '2025-08-04T08:37:24.129+0000',
      errorMessage: 'lang must be one of en, de',
    });
  });

  it("is OpenAI's error object below openai/v1", () => {
    expect(failureBody(error, '/ai/v1/openai/v1/chat/completions', bases, now)).toEqual({
      error: {
        message: 'lang must be one of en, de',
        type: 'invalid_request_error',
        param: 'lang',
        code: 'bad_request',
      },
    });
  });
});

describe('an invalid field', () => {
  it.each([
    ['chatId', '/ai/v1/chat', 'chat_id'],
    ['chatId', '/ai/v1/rename-session', 'session_id'],
    ['chatId', '/ai/v1/delete-session/:session_id', 'session_id'],
    ['chatId', undefined, 'chat_id'],
    ['newName', '/ai/v1/rename-session', 'new_name'],
    ['webhookUrl', '/ai/v1/job/anonymize', 'webhook_url'],
    ['idempotencyKey', '/ai/v1/job/anonymize', 'Idempotency-Key'],
  ])('%s of %s is called %s', (field, route, name) => {
    const error = withFieldNames(invalid(field, 'must be another'), route);
    expect(error).toMatchObject({
      code: 'bad_request',
      message: `${name} must be another`,
      details: { errors: [{ field: name, message: 'must be another' }] },
    });
  });

  it.each(['lang', 'messages[0].content', 'constructor', 'toString', '__proto__'])(
    'keeps the name %s, which the interface gave it',
    (field) => {
      const error = invalid(field, 'is not known');
      expect(withFieldNames(error, '/ai/v1/chat')).toBe(error);
    },
  );

  it('leaves everything else of the error as it was', () => {
    const details = { retryAfterS: 5, errors: [{ field: 'chatId', message: 'is busy' }] };
    const error = withFieldNames(new AppError('conflict', 'Somebody else writes to it', details));
    expect(error).toMatchObject({
      code: 'conflict',
      message: 'Somebody else writes to it',
      details: { retryAfterS: 5, errors: [{ field: 'chat_id', message: 'is busy' }] },
    });
  });
});
