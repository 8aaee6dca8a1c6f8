import { DatabaseError } from 'pg';
import {
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';
import { StoreUnavailable } from '@app/common';
import { isDatabaseAway } from './database-errors';

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const state = (code: string) =>
  new QueryFailedError('SELECT 1', [], Object.assign(new DatabaseError('', 0, 'error'), { code }));

describe('isDatabaseAway', () => {
  it.each([
    ['a refused connection', refused],
    ['a database that is known to be away', new StoreUnavailable('')],
    ['a refused connection on every address of a name', new AggregateError([refused])],
    ['a connection that broke during a query', new QueryFailedError('SELECT 1', [], refused)],
    ['a connection that broke within a transaction', new QueryRunnerAlreadyReleasedError()],
    ['a transaction whose connection broke', new QueryRunnerProviderAlreadyReleasedError()],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['no free connection in time', new Error('timeout exceeded when trying to connect')],
    ['a server that shuts down', state('57P01')],
    ['a server that starts', state('57P03')],
    ['too many clients', state('53300')],
    ['a connection exception', state('08006')],
    ['a server that only reads, such as a standby', state('25006')],
    ['a full disk', state('53100')],
    ['no memory', state('53200')],
  ])('recognizes %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a unique violation', state('23505')],
    ['a mistake in a statement', state('42601')],
    ['a cancelled statement', state('57014')],
    ['a bug', new TypeError('x is not a function')],
    ['no error', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('does not recognize %s', (_, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });
});
