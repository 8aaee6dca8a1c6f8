import { AppError, invalid } from '@app/common';
import { withFieldNames } from './field-names';

describe('a field at fault', () => {
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
