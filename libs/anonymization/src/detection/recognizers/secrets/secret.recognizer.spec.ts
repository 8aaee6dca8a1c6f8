import { foundIn } from '../../../../testing/numbers/found-in';
import { SecretRecognizer } from './secret.recognizer';

const recognizer = new SecretRecognizer();
/** In pieces: no source may look as if a key stood in it. */
const whole = (...pieces: string[]): string => pieces.join('');

describe('SecretRecognizer', () => {
  it.each([
    whole('key ⟦AKIA', 'IOSFODNN7ABCDEFG⟧'),
    whole('export GITHUB_TOKEN=⟦ghp_', '9sKq2LmZtV7xYb41PwRd0HcNfE6uJa35TgXo⟧'),
    whole('OPENAI_API_KEY: ⟦sk', '-proj-abcdEFGH1234abcdEFGH1234⟧'),
    'Authorization: Bearer ⟦abc123DEF456ghi⟧',
    'Authorization: Basic ⟦dXNlcjpwYXNz⟧',
    '⟦eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.q7Lr0fake⟧',
    'postgres://app:⟦kX9-mauve⟧@db.example/app',
    'https://anna:⟦s3cret!x⟧@example.org/',
    'password=⟦hunter2!x⟧',
    '"password": "⟦p0L-mAly_Ksiaze!9⟧"',
    'Das Passwort ist ⟦Sommer2024!⟧.',
    'Passwort: ⟦Winter2025!neu⟧',
    'mot de passe : ⟦Crozon!29160⟧',
    'la contraseña es ⟦Tamal!91x⟧',
    'la password è ⟦Ciliegia!2209⟧',
    'wachtwoord: ⟦kruidnoot-19⟧',
    'hasło: ⟦Zmien!Mnie_88xQ⟧',
    'a senha é ⟦Trocar@Ja_771⟧',
    'PIN ⟦7093⟧',
    'Türcode: ⟦4711⟧',
    'code PIN : ⟦7719⟧',
    'the password for the wifi is ⟦Plum-Tractor-91!⟧',
    whole(
      '⟦-----BEGIN RSA PRIVATE',
      ' KEY-----\nMIIBOgIBAAJBAKj34GkxFhD90vcNLYLInFEX\n-----END RSA PRIVATE KEY-----⟧',
    ),
    'login;passwort\nhans;⟦Geheim#77⟧',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    'password = getPassword()',
    'password: string',
    'const token = req.body.token;',
    'Passwort ist abgelaufen',
    'the password is wrong',
    'token: null',
    'Enter your password',
    'API_KEY=${API_KEY}',
    'password policy: at least 8',
    '"@inquirer/password": "^5.2.2"',
    'readToken(Token.UINT8)',
    'Bearer of bad news',
    'Basic information',
    'pin 2020',
    'us-east-1',
    'postgres://user:password@host/db',
    'mot de passe oublié',
    'see https://example.org/token',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['key headers', whole('-----BEGIN PRIVATE', ' KEY-----').repeat(3_700)],
    ['addresses', 'a://b:'.repeat(17_000)],
    ['words for passwords', 'password: '.repeat(10_000)],
    ['parts of tokens', 'eyJhbGciOi.'.repeat(9_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(text).length).toBeLessThan(60_000);
  });
});
