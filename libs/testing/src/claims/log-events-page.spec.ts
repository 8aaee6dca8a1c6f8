import { read } from './files';
import { LOG_EVENTS_PAGE, logEventsPage } from './log-events-page';

describe('The page of log events', () => {
  it('is what `npm run docs:generate` writes', () => expect(read(LOG_EVENTS_PAGE)).toBe(logEventsPage()));
});
