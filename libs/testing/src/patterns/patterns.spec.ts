import { findQuadratic } from './find-quadratic';
import type { Pattern } from './pattern';
import { productPatterns } from './product-patterns';

/**
 * Patterns with unbounded work per character, by file, with the bound of their texts. A pattern is named by its source,
 * or by what its source begins with.
 */
const BOUNDED_TEXTS: Readonly<Record<string, readonly string[]>> = {
  // The text before a replacement is cut to the nearest 120 characters.
  'libs/anonymization/src/pseudonymization/restoring/enclosing-token.ts': [String.raw`(?:^|[\s"'\x60()`],
  // A value behind its announcement has at most 64 characters, one in a field at most 128.
  'libs/anonymization/src/detection/recognizers/secrets/password.ts': [
    String.raw`@.+\.\w|[\\(){}[\]]|:\/\/`,
    String.raw`\p{L}.*[!#$%&*+=_~?-].*\p{N}|\p{N}.*[!#$%&*+=_~?-].*\p{L}|\p{Ll}.*\p{Lu}|\p{L}{4}\d{2,4}$|\p{L}\p{N}\p{L}\p{L}`,
  ],
  // A login name has at most 64 characters.
  'libs/anonymization/src/detection/recognizers/usernames/announced-login.ts': [
    String.raw`[\p{L}][._-]?\d|[\p{L}\p{N}][._][\p{L}\p{N}]|\p{L}-\p{L}.*\d|\\`,
  ],
  // They read patterns of our lists, not texts.
  'libs/anonymization/src/lexicon/language-schema.ts': [String.raw`\\.|\[(?:\\.|[^\]\\])*\]`],
  'libs/anonymization/src/detection/recognizers/addresses/street-shapes.ts': [
    String.raw`\\.|\[[^\]]*\]|\(\?[:=!<]+|\p{Ll}`,
  ],
  // It is tried once behind each replacement, so once in each run of blanks.
  'libs/anonymization/src/pseudonymization/restoring/match-values.ts': [
    String.raw`\s*(?:[,;/&+\]］】}]|(?:and|und|or|oder)\s)`,
  ],
  // It is tried once behind each attribute, and the first failure ends the tag.
  'libs/file-formats/src/office/xml-tokens.ts': [
    String.raw`\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')`,
  ],
};

/** Where patterns are built that no module builds while it is loaded, with the reason why their work is bounded. */
const BUILT_LATER: Readonly<Record<string, string>> = {
  'apps/api/src/admin/privacy-report.dto.ts': 'a month, built by a decorator',
  'libs/anonymization/src/lexicon/language-schema.ts': 'checks patterns of our lists',
  'libs/anonymization/src/pseudonymization/replacing/surrogates/surrogate-account.ts':
    'the first digits of cards',
  'libs/anonymization/src/pseudonymization/restoring/placeholder-patterns.ts':
    'labels between pieces of at most 4 characters',
  'libs/openai-gateway/src/escaped-text.ts': 'a copy of a literal, or one quote, line break or escape',
  'libs/sessions/src/history/search-chats.ts': 'a word without any operator',
};

describe('the regular expressions of the api and the worker', () => {
  const { patterns, builtLater } = productPatterns();
  const isBounded = ({ place, source }: Pattern): boolean =>
    BOUNDED_TEXTS[place.split(':')[0]!]?.some((start) => source.startsWith(start)) ?? false;

  it('do bounded work per character of any text, except for the listed ones with short texts', () => {
    const found = patterns.flatMap((pattern) => {
      if (isBounded(pattern)) return [];
      const text = findQuadratic(pattern);
      return text === undefined ? [] : [`${pattern.place} /${pattern.source}/${pattern.flags}: ${text}`];
    });
    expect(found).toEqual([]);
  });

  it('are all seen: the source contains them, a module builds them while it is loaded, or they are listed', () => {
    expect([...new Set(builtLater.map((place) => place.split(':')[0]))].sort()).toEqual(
      Object.keys(BUILT_LATER).sort(),
    );
  });

  it('are not listed without need', () => {
    const listed = Object.values(BOUNDED_TEXTS).flat();
    expect(
      listed.filter((start) => !patterns.some((one) => one.source.startsWith(start) && isBounded(one))),
    ).toEqual([]);
  });
});

describe('findQuadratic', () => {
  it.each([
    String.raw`\s+$`,
    String.raw`[\p{L}\p{M}]+(?:['’ʼ][\p{L}\p{M}]+)+`,
    '<[^>]*>',
    '(.{60,}?) ',
    '(?:a+)+b',
    '(?:[Aa&]{1,30}&){1,12}$',
  ])('finds /%s/', (source) =>
    expect(findQuadratic({ place: '', source, flags: 'gu' }, 2_000)).toBeDefined(),
  );

  it.each([String.raw`(?<!\s)\s+$`, '<[^<>]*>', '[a-z]{1,30}@', String.raw`\p{L}+`])(
    'finds nothing in /%s/',
    (source) => expect(findQuadratic({ place: '', source, flags: 'gu' })).toBeUndefined(),
  );
});
