import {
  anonymize,
  BASIC_TYPES,
  createDetector,
  EntityTable,
  parseLanguage,
  Restorer,
} from '@app/anonymization';

async function main(prompt: string, model: (prompt: string) => Promise<string>): Promise<void> {
  const language = parseLanguage('en');
  const detector = await createDetector();
  const [spans = []] = await detector.detect([prompt], language);
  const table = EntityTable.create('placeholders'); // One for each chat, text or request; `table.write()` returns it as JSON
  const [hidden] = await anonymize(table, [{ text: prompt, spans, choices: BASIC_TYPES, language }]);
  const restorer = await Restorer.prepare(table, [hidden!.text]);
  console.log(hidden!.text);
  console.log(await restorer.restore(await model(hidden!.text)));
  await detector.close();
}

void main('Write to Anna Schmidt, anna@example.com.', async (prompt) => `Done: ${prompt}`);
