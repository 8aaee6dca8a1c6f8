import { matchesOf } from '@app/common';
import type { NameLexicon } from '../../../lexicon/word-lists';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';

/** Sites with profiles of people. */
const PROFILE_HOSTS =
  'linkedin\\.com|xing\\.com|github\\.com|gitlab\\.com|twitter\\.com|x\\.com|facebook\\.com|fb\\.com|instagram\\.com|tiktok\\.com|youtube\\.com|medium\\.com|' +
  'behance\\.net|dribbble\\.com|t\\.me|telegram\\.me|wa\\.me|calendly\\.com|researchgate\\.net|orcid\\.org|stackoverflow\\.com|reddit\\.com|' +
  'pinterest\\.[a-z]{2,3}|snapchat\\.com|twitch\\.tv|soundcloud\\.com|vimeo\\.com|paypal\\.me|venmo\\.com|gofundme\\.com|patreon\\.com|keybase\\.io|' +
  'gravatar\\.com|about\\.me|linktr\\.ee|bsky\\.app|mastodon\\.[a-z]{2,8}|kaggle\\.com|leetcode\\.com|bitbucket\\.org|threads\\.net|vk\\.com';
const URL = new RegExp(
  `(?<![\\p{L}\\p{N}@._-])(?:(?:https?|ftps?|sftp|wss?)://|www\\.|(?=(?:[a-z]{2,3}\\.)?(?:${PROFILE_HOSTS})/))[^\\s<>"'\`|\\\\^{}]{3,2000}`,
  'giu',
);
const PROFILE_HOST = new RegExp(`^(?:[a-z]{2,3}\\.|www\\.|m\\.|mobile\\.)?(?:${PROFILE_HOSTS})$`, 'i');
/** The punctuation after an address; a closing bracket without its opening one. */
const BEHIND = /(?<![.,;:!?*_~»“”’)\]])[.,;:!?*_~»“”’)\]]+$/u;

/** Parameters that contain a person or a credential. */
const TELLING_KEYS =
  /^(?:access_?token|id_?token|refresh_?token|auth(?:_?token|_?key|orization)?|token|t(?:icket|kn)|api_?key|key|sig(?:nature)?|x-amz-(?:signature|credential|security-token)|secret|client_secret|password|passwd|pwd|pass|code|otp|pin|session(?:_?id|_?token)?|sid|phpsessid|jsessionid|jwt|hash|invite|reset|confirm(?:ation)?|verify|magic|sv|sas|email|e-?mail|mail|user(?:_?name|_?id)?|uid|usr|login|account(?:_?id)?|customer(?:_?id)?|client_?id|kunde(?:nnr|nnummer)?|member(?:_?id)?|patient(?:_?id)?|name|first_?name|last_?name|vorname|nachname|phone|tel|iban|recipient|to|from|uuid|guid|ref(?:erence)?|case(?:_?id)?|order(?:_?id)?|invoice|booking|pnr)$/i;
/** Folders that precede a person. */
const PEOPLE_FOLDERS =
  /^(?:u|user|users|usuario|usuarios|utente|utenti|benutzer|nutzer|profil|profile|profiles|perfil|perfiles|profilo|in|pub|people|person|persons|personen|team|staff|mitarbeiter|mitarbeitende|equipo|equipe|zespol|employees|members?|mitglied(?:er)?|author|authors|autor|autoren|contributors?|students?|alumni|patients?|customers?|kunden?|clients?|clientes?|accounts?|fundraising|benevoles|portfolio|cv|resume|faculty|about|home|~)$/i;
/** Parts of such sites that are not people. */
const NOBODY =
  /^(?:about|help|login|logout|signin|signup|register|settings|search|explore|features|pricing|terms|privacy|policy|legal|jobs?|careers?|company|companies|groups?|pages?|feed|home|index(?:\.\w+)?|new|list|all|me|edit|password|assets|static|watch|channel|playlist|results|hashtag|intent|share|sharer(?:\.php)?|posts?|p|reel|reels|r|questions|tags?|orgs|topics|marketplace|sponsors|issues|pulls|in|pub|events?|blog|docs|api|v\d|learning|school|shorts|embed|status|i|c|d|apps?|media|stories|tr|en|de|us)$/i;
/** Sites on which accounts belong to public repositories instead of a person's page. */
const CODE_HOST = /(?:^|\.)(?:github|gitlab|bitbucket)\.(?:com|org)$/i;
const PUBLIC_NAMES = 2;

/**
 * URLs that contain a person, a user name or a token: user information, parameters, profiles, a person's name in the path or
 * in the host. Public pages are excluded.
 */
export class UrlRecognizer extends Recognizer {
  readonly name = 'url';
  readonly finds = ['Urls'] as const;

  constructor(private readonly lexicon: Pick<NameLexicon, 'isFirstName' | 'isLastName'>) {
    super();
  }

  find({ text }: SearchedText): Span[] {
    return [...matchesOf(URL, text)].flatMap(({ 0: written, index }): Span[] => {
      const address = withoutEnd(written);
      return this.isTelling(address) ? [{ start: index, end: index + address.length, type: 'Urls' }] : [];
    });
  }

  private isTelling(address: string): boolean {
    const parts = /^(?:[a-z]+:\/\/)?(?<authority>[^/?#]*)(?<path>[^?#]*)(?<query>[^]*)$/i.exec(
      address,
    )?.groups;
    const { authority = '', path = '', query = '' } = parts ?? {};
    const at = authority.lastIndexOf('@');
    if (at > 0 && !/^(?:git|user(?:name)?(?::pass(?:word)?)?)$/i.test(authority.slice(0, at))) return true;
    const host = authority.slice(at + 1).replace(/:\d+$/, '');
    return hasTellingQuery(query) || this.hasPersonInPath(host, path) || this.isPersonsHost(host);
  }

  private hasPersonInPath(host: string, path: string): boolean {
    const folders = path.split('/').filter((folder) => folder !== '');
    return folders.some((folder, at) => {
      if (/^[@~][\p{L}\p{N}]/u.test(folder) && at === 0) return true;
      if (this.isName(folder)) return true;
      const before = folders[at - 1];
      if (before === undefined) return PROFILE_HOST.test(host) && this.isProfile(host, folders);
      return PEOPLE_FOLDERS.test(before) && isLogin(folder);
    });
  }

  /**
   * Returns whether the first folder on a profile site is a person: `github.com/liobazech`. A repository only shows its
   * owner's name.
   */
  private isProfile(host: string, folders: readonly string[]): boolean {
    const [first = ''] = folders;
    if (NOBODY.test(first) || !isLoginOrName(first)) return false;
    return !CODE_HOST.test(host) || folders.length < PUBLIC_NAMES || this.holdsName(first);
  }

  /** Returns whether the host contains a person's name: `www.tessabrightwater.com`, `anna-schmidt.de` */
  private isPersonsHost(host: string): boolean {
    const label = host.replace(/^www\./i, '').split('.')[0] ?? '';
    return label.includes('-')
      ? this.isName(label) && !/-(?:lang|web|dev|app|shop|blog|media|labs?)$/i.test(label)
      : this.holdsName(label) && label.length >= 9;
  }

  /** Returns whether a folder is only a first and a last name: `sabina-jarzyna`, `haddad.nour`. */
  private isName(folder: string): boolean {
    const words = folder
      .replace(/\.\w{2,5}$/, '')
      .replace(/-?(?<!\d)\d+\w{0,3}$/, '')
      .split(/[-._]|%20/);
    if (words.length < 2 || words.length > 4 || !words.every((word) => /^\p{L}{2,20}$/u.test(word)))
      return false;
    const [first = '', last = ''] = [words[0], words.at(-1)];
    return (
      (this.lexicon.isFirstName(first) && this.lexicon.isLastName(last)) ||
      (this.lexicon.isFirstName(last) && this.lexicon.isLastName(first))
    );
  }

  /** Returns whether a word is a first and a last name in one. */
  private holdsName(word: string): boolean {
    if (!/^\p{L}{7,30}$/u.test(word)) return false;
    for (let cut = 4; cut <= word.length - 4; cut += 1) {
      if (this.lexicon.isFirstName(word.slice(0, cut)) && this.lexicon.isLastName(word.slice(cut)))
        return true;
    }
    return false;
  }
}

function withoutEnd(written: string): string {
  const end = BEHIND.exec(written)?.[0] ?? '';
  const isClosing = end.startsWith(')') && written.includes('(');
  return written.slice(0, written.length - end.length + (isClosing ? 1 : 0));
}

function hasTellingQuery(query: string): boolean {
  return query.split(/[?&#;]/).some((parameter) => {
    const sign = parameter.indexOf('=');
    const value = parameter.slice(sign + 1);
    if (sign <= 0 || value === '' || /^[$<{%[]/.test(value) || /^(?:true|false|null|\d)$/i.test(value))
      return false;
    return TELLING_KEYS.test(parameter.slice(0, sign)) || /^[^@]+(?:@|%40)[^@]+\.[^@]+$/.test(value);
  });
}

const isLoginOrName = (folder: string): boolean =>
  /^[\p{L}\p{N}_.%+-]{3,60}$/u.test(folder) &&
  !/\.(?:html?|php|aspx?|jsp|pdf|png|jpe?g|gif|svg|css|m?js|json|xml|txt|zip|git|md)$/i.test(folder);

/** Returns whether the folder after `/users/` is a person: a name, a number, a login; not `/users/list`. */
function isLogin(folder: string): boolean {
  return isLoginOrName(folder) && !NOBODY.test(folder) && (/[\d._-]/.test(folder) || folder.length >= 5);
}
