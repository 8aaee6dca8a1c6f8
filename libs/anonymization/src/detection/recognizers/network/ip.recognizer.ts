import { isValid, parse } from 'ipaddr.js';
import { matchesOf } from '@app/common';
import type { Range } from '../../../text/spans/ranges';
import type { Span } from '../../../text/spans/span';
import { Recognizer } from '../../ports';
import type { SearchedText } from '../../searched-text';
import { matchesInRegions } from '../cues/digit-regions';

const V4 =
  /(?<![\p{L}\p{N}_.-]|\d[,:])(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\p{L}\p{N}_]|\.\d|-\p{L}|(?<=\.0)\/\d)/gu;
const V6 =
  /(?<![\p{L}\p{N}_:.])(?:[0-9a-f]{1,4}:{1,2}|::){1,8}(?:[0-9a-f]{1,4}|(?:\d{1,3}\.){3}\d{1,3})?(?:%[a-z0-9]{1,15})?(?![\p{L}\p{N}_:]|\.\d)/giu;
const MAC =
  /(?<![\p{L}\p{N}_:.-])(?:[0-9a-f]{2}(?<sign>[:-])[0-9a-f]{2}(?:\k<sign>[0-9a-f]{2}){4}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})(?![\p{L}\p{N}_:-]|\.[0-9a-f])/giu;

/** Ranges of addresses that belong to no person. */
const NOBODYS = new Set(['unspecified', 'broadcast']);
/** Loopback and multicast addresses that common programs use. The others may be mistyped addresses of a person. */
const WELL_KNOWN = /^(?:127\.0\.[01]\.1$|224\.0\.0\.|239\.255\.255\.|::1$|ff0[0-9a-f]:)/i;
const NETMASK = /^(?:255|0)\.(?:255|254|252|248|240|224|192|128|0)\./;
/** Other numbers of four parts: versions, sections, paragraphs. */
const NUMBERED =
  /(?:(?<![\p{L}])(?:v|ver|vers|version|versione|versión|versão|wersja|release|build|rev|revision|firmware|update|sdk|section|sect|chapter|clause|article|art|appendix|abschnitt|kapitel|ziffer|ziff|nr|§{1,2}|punkt|pkt|abs|anhang|tabelle|table|figure|abb|fig|sezione|sección|seção|hoofdstuk|rozdział|oid|paragraphe|numéro)[.:]?\s?[=:"']{0,2}|[§^~><]=?\s?|\/[a-z]\w{0,20}-|"\s{0,4}version"\s{0,4}:\s{0,4}")$/iu;
const HEADING = /(?:^|\n)[ \t#*]{0,6}$/;
const AROUND = 40;

/** Network addresses of machines: IPv4, IPv6 and MAC. Versions and sections are excluded. */
export class IpRecognizer extends Recognizer {
  readonly name = 'ip';
  readonly finds = ['IpAddresses'] as const;

  find(searched: SearchedText): Span[] {
    const { text } = searched;
    const found = [...v4In(searched), ...v6In(text), ...macsIn(text)];
    return found.map(({ start, end }) => ({
      start,
      end,
      type: 'IpAddresses',
      canonical: text.slice(start, end).toLowerCase(),
    }));
  }
}

function v4In(searched: SearchedText): Range[] {
  const { text } = searched;
  let called: number[] | undefined;
  return [...matchesInRegions(V4, searched.digitRegions)].flatMap(({ written, start: index }) => {
    if (/(?:^|\.)0\d/.test(written) || NETMASK.test(written) || isNobodys(written)) return [];
    const before = text.slice(Math.max(0, index - AROUND), index);
    if (NUMBERED.test(before)) return [];
    if (isLow(written)) {
      called ??= searched.announced('address').map(({ start }) => start);
      if (!called.some((at) => at <= index && index - at <= AROUND)) return [];
    }
    return HEADING.test(before) &&
      /^\.? \p{Lu}\p{Ll}/u.test(text.slice(index + written.length)) &&
      isLow(written)
      ? []
      : [{ start: index, end: index + written.length }];
  });
}

/**
 * Returns whether it is a version or a section unless a word announces an address: `4.1.2.10`. Private networks begin
 * with 10.
 */
function isLow(address: string): boolean {
  const parts = address.split('.').map(Number);
  return (
    parts[0] !== 10 && parts.every((part) => part < 30) && address !== '8.8.8.8' && address !== '1.1.1.1'
  );
}

function v6In(text: string): Range[] {
  if (!/:[0-9a-f]{0,4}:/i.test(text)) return [];
  return [...matchesOf(V6, text)].flatMap(({ 0: written, index }) => {
    const address = written.split('%', 1)[0]!;
    // `abc::def` of code is valid too, and so is a compressed 12:34. An address must have several groups and a digit.
    const groups = address.split(':').filter((group) => group !== '').length;
    if (groups < 3 && !/^(?:fe80|fc|fd|2[0-9a-f]{3}|3[0-9a-f]{3})/i.test(address)) return [];
    if (!/\d/.test(address) || !isValid(address) || isNobodys(address)) return [];
    return [{ start: index, end: index + written.length }];
  });
}

function macsIn(text: string): Range[] {
  if (!/[0-9a-f]{2}[:.-][0-9a-f]{2}/i.test(text)) return [];
  return [...matchesOf(MAC, text)].flatMap(({ 0: written, index }) => {
    const digits = written.replace(/[^0-9a-f]/gi, '');
    return /^(.)\1+$/.test(digits) ? [] : [{ start: index, end: index + written.length }];
  });
}

function isNobodys(address: string): boolean {
  return NOBODYS.has(parse(address).range()) || WELL_KNOWN.test(address);
}
