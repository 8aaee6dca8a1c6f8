import type * as Config from './index';

/** Loads the settings in a fresh module registry: a process reads its environment once. */
function languageOf(setting: string): string | undefined {
  const before = process.env;
  process.env = { TRANSCRIPTION_LANGUAGE: setting };
  try {
    let config!: typeof Config;
    jest.isolateModules(() => (config = jest.requireActual<typeof Config>('./index')));
    return config.transcriptionConfig().language;
  } finally {
    process.env = before;
  }
}

describe('TRANSCRIPTION_LANGUAGE', () => {
  it.each(['de', 'yue', 'auto'])('may be %s', (setting) => {
    expect(languageOf(setting)).toBe(setting);
  });

  it.each(['German', 'DE', 'automatic', 'd'])(
    'stops the start with an explanation if it is %s',
    (setting) => {
      expect(() => languageOf(setting)).toThrow(/TRANSCRIPTION_LANGUAGE: .*such as de, or auto/);
    },
  );
});
