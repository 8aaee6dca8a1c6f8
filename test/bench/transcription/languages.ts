import { readPrompts } from './prompts';
import { startService } from './service';

/** Counts in how many recordings of about 20 seconds the language is recognized. */
export async function languages(model: string, _folder: string, people: string): Promise<void> {
  const service = await startService(model);
  const counts = new Map<string, { all: number; right: number }>();
  try {
    for (const { file, language } of readPrompts(people, 20, 5)) {
      const found = await service.result(file, 'prompts.wav', { lang: 'auto', format: 'json' });
      const count = counts.get(language) ?? { all: 0, right: 0 };
      count.all += 1;
      if (found.language === language) count.right += 1;
      counts.set(language, count);
    }
  } finally {
    await service.stop();
  }
  for (const [language, { all, right }] of counts) console.log(`${language}: ${right} of ${all} recognized`);
  const sum = (key: 'all' | 'right') => [...counts.values()].reduce((total, count) => total + count[key], 0);
  console.log(`all: ${sum('right')} of ${sum('all')}`);
}
