import { ON_ANONYMIZING } from './anonymizing';
import { ON_CHATS } from './chats';
import { ON_ENVELOPE } from './envelope';
import { ON_GATEWAY } from './gateway';
import { ON_IMAGES } from './images';
import { ON_JOBS } from './jobs';
import { ON_LANGUAGES } from './languages';
import { ON_LOGIN } from './login';
import { ON_UPLOADS } from './uploads';
import { ON_USAGE } from './usage';
import { ON_WEBHOOKS } from './webhooks';
import type { Decisions } from './proof';

/** What the contract's sections 1 to 10, and the first points of 16, decide beyond the interface, and where each decision is tested. */
export const DECISIONS: Decisions = {
  ...ON_ENVELOPE,
  ...ON_LOGIN,
  ...ON_LANGUAGES,
  ...ON_ANONYMIZING,
  ...ON_CHATS,
  ...ON_UPLOADS,
  ...ON_USAGE,
  ...ON_GATEWAY,
  ...ON_IMAGES,
  ...ON_JOBS,
  ...ON_WEBHOOKS,
};
