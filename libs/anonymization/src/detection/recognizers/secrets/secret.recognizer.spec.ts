import { withAnnouncedCodes } from '../../../../testing/with-announced-codes';
import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { SecretRecognizer } from './secret.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = withAnnouncedCodes('Secrets', new SecretRecognizer());
/** Joins pieces of a key, so that secret scanners do not report this file. */
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
    'The padlock combination is now ⟦4471⟧',
    'The safe combination is ⟦12-34-56⟧',
    'kod do furtki to teraz ⟦4471⟧',
    'the gate code has changed to ⟦4471#⟧',
    'o código do alarme agora é ⟦4471⟧',
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
    'PIN entry failed 4471 times',
    'the pin on the map, 1234 Main Street',
    'The code was deployed on Friday, 4471 tests passed.',
    'The code is limited to 4096 tokens.',
    'Der Code ist fertig (1500 Zeilen) und getestet',
    'De code voor de app is in regel 4471 aangepast.',
    'ALARM door sensor code=4471 timeout=1500',
    '{"code": 404, "door": 1200}',
    'The product code for the door is 44712',
    'le code vendeur est 4471, il faut effectuer le paiement',
    'The door code has changed; invoice number: 44712',
    'Clave: la puerta mide 2000 mm, 3500 kg',
    'The password, which MySQL8 hashes, is safe',
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
    ['words for codes and signs', 'code the gate (=,"5012 '.repeat(4_000)],
    ['blanks behind a PIN', `PIN ${'of a '.repeat(2)}${' '.repeat(60)}1234 `.repeat(1_300)],
    ['PINs without a number', 'PIN, which ('.repeat(8_000)],
    ['parts of tokens', 'eyJhbGciOi.'.repeat(9_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
