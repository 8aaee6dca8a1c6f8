import { inBrowser } from '../support/browser';
import { admin } from './console/admin';
import { assistants } from './console/assistants';
import { cases } from './console/cases';
import { chat } from './console/chat';
import { files } from './console/files';
import { session } from './console/session';
import { useStage } from './console/stage';
import { transcripts } from './console/transcripts';

/** The journeys share one service, one browser and one login, and run in this order. */
inBrowser('in a browser', () => {
  useStage();
  chat();
  cases();
  assistants();
  files();
  transcripts();
  admin();
  session();
});
