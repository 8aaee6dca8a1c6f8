import { Command, InvalidArgumentError } from 'commander';
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

interface ImportEncoderOptions {
  encoder: string;
  sameSpeaker?: number;
  leastLink?: number;
  json?: boolean;
}

const work = () => import('../work/models.ts');

/** `models list|pull|verify|import|import-voices` */
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
  leaf(models, 'import-voices <name>', 'install an encoder of voices exported for sherpa-onnx')
    .requiredOption('--encoder <file>', 'the encoder, .onnx')
    .option('--same-speaker <cosine>', 'two speakers with a larger cosine are one; default: 0.85', cosine)
    .option(
      '--least-link <cosine>',
      'two groups of a short recording with a smaller average cosine are two speakers; default: 0.55',
      cosine,
    )
    .action(async (name: string, { encoder, json, ...thresholds }: ImportEncoderOptions) => {
      const manifest = await (await work()).importVoiceEncoder(name, encoder, thresholds);
      print({ name, engine: manifest.engine, ...manifest.thresholds }, { ...(json && { json }) });
    });
  return models;
}

function cosine(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value < 1))
    throw new InvalidArgumentError('It must be a number between 0 and 1, such as 0.85.');
  return value;
}
