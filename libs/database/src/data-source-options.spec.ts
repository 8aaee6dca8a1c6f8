import { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source-options';

describe('the options of a data source', () => {
  it('print no message of PostgreSQL, which may quote a value, of a query or of a migration', () => {
    const printed = [
      jest.spyOn(process.stdout, 'write').mockReturnValue(true),
      ...(['log', 'info', 'warn', 'error'] as const).map((level) =>
        jest.spyOn(console, level).mockImplementation(),
      ),
    ];
    const { logger } = new DataSource(dataSourceOptions({ url: 'postgres://localhost/a', poolSize: 1 }));
    logger.logMigration('Migration "Add" failed, error: invalid input syntax for type uuid: "Anna"');
    logger.logQueryError('invalid input syntax for type uuid: "Anna"', 'SELECT $1', ['Anna']);
    logger.logQuerySlow(5_000, 'SELECT $1', ['Anna']);
    for (const calls of printed) expect(calls).not.toHaveBeenCalled();
  });
});
