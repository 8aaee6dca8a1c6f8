import { Command } from 'commander';
import { transcriptionConfig } from '@app/config';
import { ImportModel, ListModels, PullModel, VerifyModels, whisperLanguages } from '@app/transcription';
import { print } from '../print';
import { progressBar } from '../progress-bar';
import { leaf } from './leaf';

interface ImportOptions {
  encoder: string;
  decoder: string;
  tokens: string;
  languages?: string;
  json?: boolean;
}

/** `models list|pull|verify|import` */
export function modelsCommand(): Command {
  const models = new Command('models').description('the speech recognition models in MODELS_DIR');
  const folder = () => transcriptionConfig().modelsDir;

  leaf(models, 'list', 'show what is installed and what can be pulled').action(
    async (options: { json?: boolean }) => print(await new ListModels(folder()).execute(), options),
  );
  leaf(models, 'pull <name>', 'download a model of the list, check it and install it')
    .addHelpText('after', '\nYour own entries go to MODELS_DIR/catalogue.json (see the README).')
    .action(async (name: string, options: { json?: boolean }) => {
      const bar = progressBar(process.stderr);
      const { engine, languages } = await new PullModel(folder()).execute(name, bar);
      print({ name, engine, languages }, options);
    });
  leaf(models, 'verify', 'compare every installed file with its SHA-256').action(
    async (options: { json?: boolean }) => {
      const states = await new VerifyModels(folder()).execute();
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
      'with commas, such as en,de; without it all that multilingual Whisper knows',
    )
    .action(async (name: string, { languages, json, ...files }: ImportOptions) => {
      const codes = languages?.split(',').map((code) => code.trim()) ?? whisperLanguages();
      const manifest = await new ImportModel(folder()).execute({ name, languages: codes, files });
      print({ name, engine: manifest.engine, languages: manifest.languages }, { ...(json && { json }) });
    });
  return models;
}
