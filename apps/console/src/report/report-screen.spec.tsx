import { screen, within } from '@testing-library/react';
import { dataOf } from '../../testing/service';
import { service, show } from '../../testing/show';
import type { Schemas } from '../api/client';
import { setPreferences } from '../preferences';
import { closedMonths } from './months';
import { ReportScreen } from './report-screen';

const REPORT = '/admin/v1/privacy-report';
const reportOf = (change: Partial<Schemas['PrivacyReportDto']> = {}): Schemas['PrivacyReportDto'] => ({
  from: '2026-10-01T00:00:00.000Z',
  to: '2026-11-01T00:00:00.000Z',
  complete: true,
  calls: { all: 1840, failed: 12, recordings: 20, unprotected: 3, partly: 41 },
  values: {
    hidden: [
      { kind: 'Names', values: 5210 },
      { kind: 'Emails', values: 90 },
    ],
    left_in_clear: 64,
  },
  models: [{ of: 'large', calls: 1828 }],
  groups: [
    { of: 'legal', name: 'Legal', calls: 920 },
    { of: 'gone', name: null, calls: 11 },
    { of: null, name: null, calls: 7 },
  ],
  events: { policy_changes: 2, restores: 118, shares: 9, exports: 1, erasures: 0 },
  ...change,
});

describe('the privacy report', () => {
  it('is of the last closed month, with sums by kind, model and group, also for auditors', async () => {
    service.answers('get', REPORT, dataOf(reportOf()));
    await show(<ReportScreen />, { role: 'auditor' });
    expect(await screen.findByText('1,840')).toBeVisible();
    expect(screen.getByText('5,300')).toBeVisible();
    expect(screen.getByRole('row', { name: 'Name 5,210' })).toBeVisible();
    expect(screen.getByRole('row', { name: 'large 1,828' })).toBeVisible();
    for (const group of ['Legal 920', 'Deleted group 11', 'In no group 7'])
      expect(screen.getByRole('row', { name: group })).toBeVisible();
    expect(screen.getByText('of these recordings, sent as audio').nextSibling).toHaveTextContent('20');
    expect(screen.queryByText(/have been deleted/)).toBeNull();
    expect(service.requests.find(({ path }) => path === REPORT)?.query).toEqual({
      month: closedMonths(Date.now())[0],
    });
  });

  it('says that figures are too low if entries were deleted, and is printed under its month', async () => {
    service.answers('get', REPORT, dataOf(reportOf({ complete: false })));
    const print = jest.spyOn(globalThis, 'print').mockImplementation(() => {
      dispatchEvent(new Event('afterprint'));
    });
    const { user } = await show(<ReportScreen />);
    expect(await screen.findByText(/Entries of this month have been deleted/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }));
    expect(print).toHaveBeenCalledTimes(1);
  });

  it('is another month on request, also in German', async () => {
    setPreferences({ language: 'de' });
    service.answers('get', REPORT, dataOf(reportOf({ values: { hidden: [], left_in_clear: 0 } })));
    const { user } = await show(<ReportScreen />);
    expect(await screen.findByText('Es wurde kein Wert verborgen.')).toBeVisible();
    const [, earlier] = closedMonths(Date.now());
    await user.selectOptions(screen.getByLabelText('Monat'), earlier!);
    expect(service.requests.at(-1)?.query).toEqual({ month: earlier });
    expect(within(await screen.findByRole('article')).getByRole('heading', { level: 2 })).toBeVisible();
  });

  it('shows why it cannot be read', async () => {
    service.refuses('get', REPORT, { status: 500, code: 'internal' });
    await show(<ReportScreen />);
    expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred in the service.');
  });
});

describe('the closed months', () => {
  it('are the last twelve before this one, in UTC', () => {
    const months = closedMonths(Date.parse('2026-01-01T00:00:00Z'));
    expect([months[0], months.at(-1), months.length]).toEqual(['2025-12', '2025-01', 12]);
    expect(closedMonths(Date.parse('2026-03-31T23:59:59Z'))[0]).toBe('2026-02');
  });
});
