import { Command } from 'commander';
import { print } from '../print';
import { progressBar } from '../progress';
import { leaf } from './subcommands';

interface ImportOptions {
  encoder: string;
  decoder: string;
  tokens: string;
  languages?: string;
  json?: boolean;
}

const work = () => import('../work/models.ts');

/** `models list|pull|verify|import` */
export function modelsCommand(): Command {
  const models = new Command('models').description('manage the speech recognition models in MODELS_DIR');

  leaf(models, 'list', 'list installed models and models that can be pulled').action(
    async (options: { json?: boolean }) => print(await (await work()).listModels(), options),
  );
  leaf(models, 'pull <name>', 'download, verify and install a model of the list')
    .addHelpText(
      'after',
      '\nYour own entries go to MODELS_DIR/catalogue.json (see docs/start/transcription.md).',
    )
    .action(async (name: string, options: { json?: boolean }) => {
      const { pullModel } = await work();
      const manifest = await pullModel(name, progressBar(process.stderr));
      const languages = manifest.engine === 'whisper' ? { languages: manifest.languages } : {};
      print({ name, engine: manifest.engine, ...languages }, options);
    });
  leaf(models, 'verify', 'compare every installed file with its SHA-256').action(
    async (options: { json?: boolean }) => {
      const states = await (await work()).verifyModels();
      print(states, options);
      const broken = states.filter(({ state }) => state !== 'whole');
      if (broken.length > 0) throw new Error(`damaged: ${broken.map(({ name }) => name).join(', ')}`);
    },
  );
  leaf(models, 'import <name>', 'install the files of a Whisper model exported for sherpa-onnx')
    .requiredOption('--encoder <file>', 'the encoder, .onnx')
    .requiredOption('--decoder <file>', 'the decoder, .onnx')
    .requiredOption('--tokens <file>', 'the tokens, .txt')
    .option(
      '--languages <codes>',
      'comma-separated, such as en,de; default: all languages of multilingual Whisper',
    )
    .action(async (name: string, { languages, json, ...files }: ImportOptions) => {
      const codes = languages?.split(',').map((code) => code.trim());
      const manifest = await (await work()).importModel(name, files, codes);
      print({ name, engine: manifest.engine, languages: manifest.languages }, { ...(json && { json }) });
    });
  return models;
}
