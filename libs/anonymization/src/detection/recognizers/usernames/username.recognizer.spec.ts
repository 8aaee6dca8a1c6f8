import { withAnnouncedCodes } from '../../../../testing/with-announced-codes';
import { parseLanguage } from '../../../text/language';
import { foundIn } from '../../../../testing/numbers/found-in';
import { UsernameRecognizer } from './username.recognizer';
import { SearchedText } from '../../searched-text';

const recognizer = withAnnouncedCodes('Usernames', new UsernameRecognizer());

describe('UsernameRecognizer', () => {
  it.each([
    'ask ⟦@hidde.v⟧ please',
    'thanks ⟦@mwrona⟧!',
    'cc ⟦@zielona_furtka_poz⟧',
    'Benutzername: ⟦einkauf_sued⟧',
    'username ⟦jkrause7⟧',
    'login=⟦hpemberley⟧',
    'user: ⟦svc_marysia⟧',
    'Login: ⟦cobiora⟧',
    'nom d’utilisateur : ⟦jtrabelsi⟧',
    'nombre de usuario: ⟦fmontoya⟧',
    'nome utente ⟦g.piras⟧',
    'gebruikersnaam: ⟦tdewaele⟧',
    'nazwa użytkownika: ⟦kpisarek⟧',
    'nome de utilizador: ⟦mfigueira⟧',
    'Failed password for ⟦kpisarek⟧ from 10.0.0.1',
    'Invalid user ⟦mwrona⟧ from 10.0.0.1',
    'session opened for user ⟦jkrause⟧ by (uid=0)',
    'session opened for user ⟦jkrause⟧(uid=1001) by (uid=0)',
    'Disconnected from user ⟦jkrause⟧ 10.0.0.1 port 22',
    'logname=⟦jkrause⟧ uid=0 euid=0',
    'FATAL:  password authentication failed for user "⟦jkrause⟧"',
    "Access denied for user '⟦jkrause⟧'@'10.0.0.1' (using password: YES)",
    'CRON[123]: (⟦jkrause⟧) CMD (run-parts)',
    'sudo:  ⟦jkrause⟧ : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/bin/ls',
    'su: (to root) ⟦jkrause⟧ on pts/0',
    'CORP\\⟦jkrause⟧ logged on',
    'drwxr-xr-x  2 ⟦jkrause⟧ staff 64 Jan  1 10:00 notes',
    "Anmeldung fehlgeschlagen für Benutzer '⟦jkrause⟧'",
    "el usuario '⟦jkrause⟧' ha iniciado sesión",
    "l'utilisateur « jkrause » \nutilisateur '⟦jkrause⟧' connecté",
    "accesso negato per l'utente '⟦jkrause⟧'",
    "gebruiker '⟦jkrause⟧' is aangemeld",
    "użytkownik '⟦jkrause⟧' zalogował się",
    "o utilizador '⟦jkrause⟧' iniciou sessão",
    '⟦krahl⟧@build07:~$ ls',
    '/home/⟦dlehner⟧/notes',
    '[21:15] <⟦vashti⟧> hello',
    '{"username":"⟦anna.s⟧"}',
    'postgres://⟦ledger_ro⟧:x@db',
  ])('finds what is marked in %j', (marked) => expect(foundIn(recognizer, marked)).toBe(marked));

  it.each([
    '@Injectable()\nexport class A {}',
    'import { A } from "@nestjs/common"',
    'mail anna@example.org',
    '@media print {',
    '  * @param name the name',
    '@Override\npublic void run()',
    'user interface',
    'the user is here',
    'username: string',
    'user = new User()',
    'meet me @ noon',
    'session opened for user root by (uid=0)',
    'CRON[123]: (root) CMD (run-parts)',
    'sudo:  root : TTY=pts/0 ; PWD=/',
    'drwxr-xr-x  2 root root 64 Jan  1 10:00 notes',
    'HKLM\\Software has signed drivers',
    "the user 'Admin' is here",
    'the account was opened for user research by the team',
    'const user_data = user_data;',
    'owner: root',
    '/* @__PURE__ */ f()',
    'alle Adressen auf @castellan.example',
    'last_login = "2025-01-30"',
    'user guide 2024',
    '10 @ 4.50',
  ])('finds nothing in %j', (text) => expect(foundIn(recognizer, text)).toBe(text));

  it.each([
    ['digits', '1'.repeat(100_000)],
    ['groups of digits', '1234 '.repeat(20_000)],
    ['blanks', ' '.repeat(100_000)],
    ['letters', 'a'.repeat(100_000)],
    ['at signs', '@'.repeat(100_000)],
    ['handles', '@ab '.repeat(25_000)],
    ['angle brackets', '] <'.repeat(33_000)],
    ['words for users', 'user: '.repeat(16_000)],
  ])('stays linear on 100 kB of %s', (_, text) => {
    expect(recognizer.find(new SearchedText(text, parseLanguage('en'))).length).toBeLessThan(60_000);
  });
});
