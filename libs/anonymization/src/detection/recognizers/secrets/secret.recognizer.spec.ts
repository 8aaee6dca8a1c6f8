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
    'she has my password for the other screen (⟦Marzipan7⟧), do not tell',
    'I lost the password, but the old one was ⟦Toulouse152⟧.',
    'The PIN that you wrote on the back of the letter ("⟦4471⟧") is void',
    'PIN Karte ⟦4471⟧',
    'The code for the back gate has changed again, ⟦4471#⟧.',
    'use the garage side door, code ⟦5-2-8-0⟧, as last year',
    'der Code für die Kellertür lautet jetzt ⟦1948B⟧',
    'le code du portail de derrière est toujours ⟦A7713⟧',
    'la clave del armario de llaves sigue siendo ⟦2580⟧',
    'la combinazione della cassaforte (⟦60 44 12⟧)',
    'de pasjescode voor het hok is sinds gisteren ⟦5518#⟧',
    'szyfr do kłódki to ⟦6620⟧',
    'o portão abre com o código ⟦6620⟧',
    'el candado ⟦0-4-1-8⟧ de la taquilla',
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
    'The code behind the gate was written in 2019',
    'the door closes at 1830, says the code of conduct',
    'Code 404: the door sensor did not answer within 1500 ms',
    'Die Tür ist 2000 mm hoch. Der Code steht im Anhang 4471.',
    'the code of the gate driver has 4471 lines',
    'PIN headers are sold in rows of 40',
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
    ['words for codes and doors', 'code door 4471 '.repeat(6_600)],
    ['PINs without a number', 'PIN, which ('.repeat(8_000)],
    ['parts of tokens', 'eyJhbGciOi.'.repeat(9_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(text).length).toBeLessThan(60_000);
  });
});
