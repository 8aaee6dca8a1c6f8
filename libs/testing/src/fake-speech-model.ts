import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a model to `MODELS_DIR` with meaningless files of the right size. */
export function fakeSpeechModel(modelsDir: string, name: string, languages: string[], bytes = 10): void {
  const folder = join(modelsDir, name);
  mkdirSync(folder, { recursive: true });
  const file = (path: string) => {
    writeFileSync(join(folder, path), Buffer.alloc(bytes));
    return { path, bytes, sha256: '0'.repeat(64) };
  };
  const files = { encoder: file('encoder.onnx'), decoder: file('decoder.onnx'), tokens: file('tokens.txt') };
  const manifest = { name, engine: 'whisper', languages, alignment: true, files };
  writeFileSync(join(folder, 'model.json'), JSON.stringify(manifest));
}
