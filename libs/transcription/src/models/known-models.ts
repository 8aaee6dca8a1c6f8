/**
 * Whisper (OpenAI, MIT) as exported by the makers of sherpa-onnx. In the folder of their release lie the archives and
 * `checksum.txt`, the page that states the SHA-256 of each.
 */
const FOLDER = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';
const PAGE = `${FOLDER}/checksum.txt`;

const whisper = (size: string, bytes: number, sha256: string): object => {
  const folder = `sherpa-onnx-whisper-${size}`;
  return {
    name: `whisper-${size}`,
    languages: 'multilingual',
    license: 'MIT',
    page: PAGE,
    archive: {
      url: `${FOLDER}/${folder}.tar.bz2`,
      bytes,
      sha256,
      members: {
        encoder: `${folder}/${size}-encoder.int8.onnx`,
        decoder: `${folder}/${size}-decoder.int8.onnx`,
        tokens: `${folder}/${size}-tokens.txt`,
      },
    },
  };
};

/** What `models pull` knows without being told. */
export const KNOWN_MODELS: readonly object[] = [
  whisper('tiny', 116_204_861, 'c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1'),
  whisper('base', 207_557_382, '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de'),
  whisper('small', 639_387_718, '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6'),
];
