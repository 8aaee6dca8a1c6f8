/**
 * A process that reads, writes or checks one file. The arguments are the step and the name of the format. The input is one
 * line of JSON and then the file. It has no environment, no keys and no addresses, and reports failures as exit code.
 */
import { FORMAT_CODE } from '../format-code';
import { FORMATS } from '../formats';
import { receiveRequest } from '../receive-request';
import { exitCodeOf } from '../unreadable';
import { partsWithValues, readTexts, writeTexts, type Rewriting } from './edit-file';
import type { Droppable, EditOptions } from './file-format';

/** The JSON of the input. `rewriting` is for the step `write`, `values` for `check`. */
export interface EditRequest {
  drop: readonly Droppable[];
  ocr?: EditOptions['ocr'];
  rewriting?: Rewriting;
  values?: readonly string[];
}

async function main(): Promise<void> {
  const [step, name] = process.argv.slice(2);
  const format = FORMATS.find((known) => known.name === name);
  if (!format) throw new Error('The second argument must be the name of a format');
  const { request: input, answer } = await receiveRequest();
  const body = input.indexOf('\n') + 1;
  const request = JSON.parse(input.toString('utf8', 0, body)) as EditRequest;
  const file = input.subarray(body);
  const options = { drop: new Set(request.drop), ...(request.ocr && { ocr: request.ocr }) };
  const code = FORMAT_CODE[format.name];
  if (step === 'read') answer.end(JSON.stringify(await readTexts(code, file, options)));
  else if (step === 'check')
    answer.end(JSON.stringify(await partsWithValues(code, file, request.values!, options)));
  else {
    const { content, report } = await writeTexts(code, file, request.rewriting!, options);
    answer.write(`${JSON.stringify(report)}\n`);
    answer.end(content);
  }
}

main().catch((error: unknown) => process.exit(exitCodeOf(error)));
