import { parseOptions } from '@node-rs/argon2';
import { Passwords } from './passwords';

const ARGON2ID = 2;

describe('Passwords', () => {
  const passwords = new Passwords();

  it('hashes with argon2id and the parameters that OWASP names', async () => {
    const hash = await passwords.hash('correct horse battery staple');
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(parseOptions(hash)).toMatchObject({
      algorithm: ARGON2ID,
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
    });
  });

  it('knows the password again, in full and to the letter', async () => {
    const password = `${'long '.repeat(200)}Grüße \0 👋`;
    const hash = await passwords.hash(password);
    await expect(passwords.matches(password, hash)).resolves.toBe(true);
    await expect(passwords.matches(`${password}.`, hash)).resolves.toBe(false);
    await expect(passwords.matches(password.slice(0, -1), hash)).resolves.toBe(false);
  });

  it('salts: one password twice gives two hashes', async () => {
    expect(await passwords.hash('correct horse')).not.toBe(await passwords.hash('correct horse'));
  });

  it('matches nothing where there is no hash to compare with', async () => {
    await expect(passwords.matches('', undefined)).resolves.toBe(false);
    await expect(passwords.matches('correct horse', undefined)).resolves.toBe(false);
  });
});
