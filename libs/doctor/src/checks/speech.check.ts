import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { transcriptionConfig, type TranscriptionConfig } from '@app/config';
import { ProviderClient, refusalOf } from '@app/openai-client';
import { ListModels, VerifyModels } from '@app/transcription';
import { Check, CHECK_LIMIT_MS, failed, ok, printable, reasonOf, skipped, type Finding } from '../check';

const REFUSED: ReadonlySet<number | undefined> = new Set([401, 403]);

/** Checks that recordings can be decoded and recognized, by a server or by installed models. */
export class SpeechCheck extends Check {
  readonly name = 'speech';

  async run(signal: AbortSignal): Promise<Finding> {
    const config = transcriptionConfig();
    const engine = config.baseUrl ? await server(config.baseUrl, config, signal) : await models(config);
    const voices = await speakerModel(config);
    if (voices) return voices;
    return engine.outcome === 'ok' ? decoder(config, engine) : engine;
  }
}

/** Any answer is accepted, because not every server lists its models. */
async function server(
  baseUrl: string,
  { apiKey }: TranscriptionConfig,
  signal: AbortSignal,
): Promise<Finding> {
  const limits = { timeoutMs: CHECK_LIMIT_MS, chunkTimeoutMs: CHECK_LIMIT_MS };
  const client = new ProviderClient({ name: 'The speech server', baseUrl, apiKey, ...limits });
  try {
    await client.json({ path: '/models', signal });
  } catch (error) {
    const status = refusalOf(error)?.status;
    if (REFUSED.has(status)) return failed(`the server answers ${status}`, 'Correct TRANSCRIPTION_API_KEY');
    if (status === undefined)
      return failed(
        `${reasonOf(error)} (${printable(baseUrl)})`,
        'Start it, or correct TRANSCRIPTION_BASE_URL',
      );
  }
  return ok(`a server answers at ${printable(baseUrl)}`);
}

async function models({ modelsDir, model }: TranscriptionConfig): Promise<Finding> {
  const states = await new VerifyModels(modelsDir).execute();
  const broken = states.find(({ state }) => state !== 'whole');
  if (broken)
    return failed(`the model ${broken.name}: ${broken.state}`, `Run npm run models -- pull ${broken.name}`);
  if (model && !states.some(({ name }) => name === model))
    return failed(
      `${model}, which TRANSCRIPTION_MODEL names, is not installed`,
      `Run npm run models -- pull ${model}`,
    );
  const installed = (await new ListModels(modelsDir).execute()).filter((one) => one.installed);
  // Encoders of voices have no languages.
  if (installed.every(({ languages }) => languages === undefined))
    return skipped('neither a server nor a model: recordings return 503 (npm run models -- list)');
  return ok(`complete models: ${states.map(({ name }) => name).join(', ')}`);
}

/** Returns a failure if the voice encoder of SPEAKER_MODEL is missing or damaged. */
async function speakerModel({
  modelsDir,
  speakerModel: name,
}: TranscriptionConfig): Promise<Finding | undefined> {
  if (name === undefined) return undefined;
  const states = await new VerifyModels(modelsDir).execute();
  const state = states.find((one) => one.name === name)?.state ?? 'not installed';
  if (state === 'whole') return undefined;
  return failed(`the voice encoder ${name} of SPEAKER_MODEL: ${state}`, `Run npm run models -- pull ${name}`);
}

async function decoder(
  { ffmpegPath, childEnvironment: env }: TranscriptionConfig,
  engine: Finding,
): Promise<Finding> {
  try {
    await promisify(execFile)(ffmpegPath, ['-version'], { env, timeout: CHECK_LIMIT_MS });
    return engine;
  } catch (error) {
    return failed(`recordings cannot be decoded: ${reasonOf(error)}`, 'Install ffmpeg, or set FFMPEG_PATH');
  }
}
