import { createReadStream } from 'node:fs';

/** The output of a decoder that token times are made of, as exported for sherpa-onnx. */
const OUTPUT = Buffer.from('cross_attention_weights');

/** Whether a decoder's ONNX graph gives the attention of its alignment heads. */
export async function hasAlignment(decoder: string): Promise<boolean> {
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(decoder) as AsyncIterable<Buffer>) {
    const seen = Buffer.concat([tail, chunk]);
    if (seen.includes(OUTPUT)) return true;
    tail = seen.subarray(-OUTPUT.length);
  }
  return false;
}
