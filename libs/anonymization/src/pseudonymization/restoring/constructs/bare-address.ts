import { type Construct, isAsciiBlank, type RecentText } from './construct';
import { addressLengthAt, withoutEscapes } from './text-reader';

const MAY_COMPLETE = new Set('/\\:.?#;');
/** A host, by its top-level domain or number, and the characters that can only follow a host */
const HOST =
  /(?:\S\.(?:xn--[a-z0-9-]{1,59}|\p{L}{2,20})|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?[/?#\\]$/iu;
const HOST_START = /(?<![^\s"'`()[\]{}<>,;|])[^\s"'`()[\]{}<>,;|]*$/;

/** A property of a calendar or a business card. Its long lines continue after a blank (RFC 5545, section 3.1) */
const FOLDED_PROPERTY = /(?:^|[\r\n])[ \t>*+-]*[A-Z][A-Z0-9-]*(?:;[^:\r\n]*)?:$/;

/**
 * A bare address in the text, as linkifiers find it: with or without a scheme, including brackets, quotes and letters of any
 * script, up to the next ASCII blank. A backslash at the end of a line continues it, as in shells.
 */
export class BareAddress implements Construct {
  constructor(
    public isOpen = false,
    /** Whether lines of the address continue after a line end and a blank */
    private isFolded = false,
  ) {}

  get isIdle(): boolean {
    return !this.isOpen;
  }

  next(character: string, { recent, previous }: RecentText): number | undefined {
    if (this.isOpen) this.isOpen = this.continues(character, previous);
    if (this.isOpen || !MAY_COMPLETE.has(character)) return undefined;
    const back = lengthOfOpening(recent, previous) ?? lengthBehindEscapes(recent);
    this.isOpen = back !== undefined;
    if (back !== undefined) this.isFolded = FOLDED_PROPERTY.test(recent.slice(0, -back));
    return back;
  }

  copy(): BareAddress {
    return new BareAddress(this.isOpen, this.isFolded);
  }

  private continues(character: string, previous: string): boolean {
    const isLineEnd = character === '\n' || character === '\r';
    if (isLineEnd) return this.isFolded || previous === '\\' || (character === '\n' && previous === '\r');
    if (previous === '\n') return this.isFolded ? isAsciiBlank(character) : true;
    return !isAsciiBlank(character);
  }
}

function lengthOfOpening(recent: string, previous: string): number | undefined {
  const last = recent.charAt(recent.length - 1);
  if (last === '.') return /www\.$/i.test(recent) ? 4 : undefined;
  const length = addressLengthAt({ recent, previous });
  if (length !== undefined && (length > 2 || beginsWord(recent))) return length;
  if (last === ':' || !recent.includes('.')) return undefined;
  const host = HOST.exec(recent);
  if (!host) return undefined;
  const start = HOST_START.exec(recent.slice(0, host.index + 1))?.[0].length ?? 0;
  // An e-mail address ends before an escape of code.
  if (last === '\\' && recent.slice(host.index + 1 - start).includes('@')) return undefined;
  return recent.length - host.index - 1 + start;
}

/** Returns whether two slashes at the end begin a word. Two backslashes have another meaning in many texts. */
function beginsWord(recent: string): boolean {
  return recent.endsWith('\\\\') ? /[\s"'<({=]\\\\$/.test(recent) : !/[\p{L}\p{N}:/\\]..$/u.test(recent);
}

/** Returns the length of the whole word if it begins an address after its escapes are decoded. */
function lengthBehindEscapes(recent: string): number | undefined {
  if (!/[\\&]/.test(recent)) return undefined;
  const word = recent.slice(recent.search(/(?<!\S)\S*$/));
  const plain = withoutEscapes(word);
  if (plain === word) return undefined;
  return lengthOfOpening(`\n${plain}`, plain.charAt(plain.length - 2)) === undefined
    ? undefined
    : word.length;
}
