/**
 * A process that reads, writes or checks one file. The arguments are the step and the name of the format; the input and the
 * output are described in `edit-protocol.ts`. It has no environment, no keys and no addresses, and reports failures as exit
 * code.
 */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { codeOf, FORMAT_CODE, restoringCodeOf } from '../format-code';
import { FORMATS } from '../formats';
import { textInImages } from '../ocr/tesseract-text-in-images';
import { receiveRequest } from '../receive-request';
import { exitCodeOf, UnreadableFile } from '../unreadable';
import { partsWithValues, walkTexts, writeTexts } from './edit-file';
import { decodeRequest, PICTURE_READ, type EditHead, type EditStep } from './edit-protocol';
import type { EditOptions } from './file-format';

async function main(): Promise<void> {
  const [step, name] = process.argv.slice(2) as [EditStep, string];
  const format = FORMATS.find((known) => known.name === name);
  if (!format) throw new Error('The second argument must be the name of a format');
  const code = FORMAT_CODE[format.name];
  const { request, answer } = await receiveRequest();
  const { head, rewriting, file } = decodeRequest(request);
  const options = optionsOf(head, () => answer.write(PICTURE_READ));
  switch (step) {
    case 'read': {
      let bytes = 0;
      const memory = await walkTexts(code, file, options, (text) => {
        bytes += Buffer.byteLength(text.text);
        if (bytes > head.mostTextBytes) throw new UnreadableFile('too_much_text');
        answer.write(`${JSON.stringify(text)}\n`);
      });
      await writeLine(answer, { memory });
      break;
    }
    case 'write': {
      const { content, report } = await writeTexts(code, file, rewriting, options);
      await writeLine(answer, report);
      answer.write(content);
      break;
    }
    case 'check':
      await writeLine(answer, await partsWithValues(code, file, head.values, options, head.asked));
  }
  answer.end();
}

function optionsOf({ drop, isRestoring, ocr }: EditHead, onPicture: () => void): EditOptions {
  return {
    drop: new Set(drop),
    codeOf: isRestoring ? restoringCodeOf : codeOf,
    ...(isRestoring && { isRestoring }),
    ...(ocr && {
      ocr: { reader: textInImages(ocr.languages, onPicture), minConfidence: ocr.minConfidence },
    }),
  };
}

async function writeLine(to: Writable, json: object): Promise<void> {
  if (!to.write(`${JSON.stringify(json)}\n`)) await once(to, 'drain');
}

main().catch((error: unknown) => process.exit(exitCodeOf(error)));
