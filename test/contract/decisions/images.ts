import type { Decisions } from './proof';

const ROWS = 'test/contract/interface-rows.ts';
const IMAGES = 'test/e2e/images.e2e-spec.ts';

/** Images (contract: Image generation). */
export const ON_IMAGES: Decisions = {
  '8: prompt and chat_id': [ROWS, 'error / generate-image'],
  '8: personal data never leaves': [IMAGES, 'is made from a prompt without the personal data in it'],
  "8: a provider's address": [IMAGES, 'is fetched where the provider answers with an address'],
  '8: at most 20 MiB': ['libs/images/src/fetch-image.spec.ts', 'stops at 20 MiB'],
  '8: types by content': ['libs/images/src/image-type.spec.ts', 'serves nothing that begins with'],
  '8: how it is served': [IMAGES, 'is served by its link alone, as what it is and nothing else'],
  '8: links that end': [IMAGES, 'is one and the same 404 where its link is %s'],
  '8: a fresh link in history': [IMAGES, 'stands in its history with a fresh link'],
};
