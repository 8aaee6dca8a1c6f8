import { checkUserName, loginName } from './user-name';

describe('user names', () => {
  it.each([
    ['Demo@Example.com', 'demo@EXAMPLE.com'],
    ['JÖRG@müller.example', 'jörg@MÜLLER.example'],
    ['jo\u0308rg@example.com', 'J\u00d6RG@example.com'],
  ])('treats %j and %j as equal', (one, other) => {
    expect(loginName(one)).toBe(loginName(other));
  });

  it.each(['demo@example.com', "o'brien+tag@sub.example.co.uk", `${'a'.repeat(64)}@${'b'.repeat(255)}`])(
    'takes %j',
    (userName) => {
      expect(() => checkUserName(userName)).not.toThrow();
    },
  );

  it.each([
    '',
    'demo',
    '@example.com',
    'demo@',
    'a@b@c',
    'de mo@example.com',
    'demo@example.com\n',
    'de\0mo@example.com',
    `${'a'.repeat(65)}@${'b'.repeat(255)}`,
  ])('refuses %j [PRIV-55]', (userName) => {
    expect(() => checkUserName(userName)).toThrow('A user name must be an e-mail address');
  });
});
