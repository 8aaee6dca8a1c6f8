import { assert, constantFrom, property, string } from 'fast-check';
import { shownSettings } from './shown-settings';

describe('the settings for support', () => {
  const shown = (name: string, value: string): string | undefined => {
    process.env[name] = value;
    try {
      return shownSettings([name])[name];
    } finally {
      delete process.env[name];
    }
  };

  it.each([
    ['LLM_TIMEOUT', '120s'],
    ['MAX_PROMPT_BYTES', '256KiB'],
    ['RATE_LIMIT_CHAT', '300/1m'],
    ['OCR_MIN_CONFIDENCE', '60'],
    ['NODE_ENV', 'production'],
    ['BLOB_STORE', 's3'],
  ])('show the plain value of %s', (name, value) => {
    expect(shown(name, value)).toBe(value);
  });

  it('never show a secret, an address or a name', () => {
    const named = constantFrom(
      'METRICS_TOKEN',
      'JWT_KEYS',
      'LLM_API_KEY',
      'DATABASE_URL',
      'PROVIDERS',
      'S3_ACCESS_KEY_ID',
    );
    assert(
      property(
        named,
        string({ minLength: 1 }).filter((text) => !text.includes('\0')),
        (name, value) => {
          expect(shown(name, value)).toBe('set');
        },
      ),
    );
    for (const value of [
      'Katharina Wegener',
      'https://llm.company.example',
      'wegener@company.example',
      '12 Main St',
    ])
      expect(shown('OIDC_ROLE_MAP', value)).toBe('set');
  });

  it('leave unset ones out', () => {
    expect(shownSettings(['LLM_TIMEOUT'])).toEqual({});
  });
});
