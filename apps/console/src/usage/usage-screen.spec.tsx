import { screen, within } from '@testing-library/react';
import { dataOf, pageOf } from '../../testing/service';
import { downloads, service, show } from '../../testing/show';
import { UsageScreen } from './usage-screen';
import type { Share } from './use-usage';

const USAGE = '/admin/v1/usage';
const shareOf = (of: string | null, total: number, costs: Share['costs'] = []): Share => ({
  of,
  total_tokens: total,
  prompt_tokens: total / 4,
  completion_tokens: (total * 3) / 4,
  requests: 2,
  costs,
});
const today = new Date().toISOString().slice(0, 10);

const answer = (by: Record<string, Share[]>) =>
  service.answers('get', USAGE, ({ query }) => dataOf(by[query.by!] ?? []));

describe('the screen of usage', () => {
  it('shows that usage is loading', async () => {
    service.waits('get', USAGE);
    await show(<UsageScreen />, { role: 'auditor' });
    expect(screen.getAllByRole('status')[0]).toHaveTextContent('Loading');
    expect(screen.getByRole('button', { name: 'CSV' })).toBeDisabled();
  });

  it('says if there is no usage', async () => {
    answer({});
    await show(<UsageScreen />, { role: 'auditor' });
    expect((await screen.findAllByText('No usage.')).length).toBeGreaterThan(0);
    expect(screen.getByText('Tokens').nextSibling).toHaveTextContent('0');
  });

  it('says that rows of few people are not shown if there is usage by day only', async () => {
    answer({ day: [shareOf(today, 400)] });
    await show(<UsageScreen />, { role: 'auditor' });
    expect(await screen.findByText(/^Not shown: fewer than five people/)).toBeVisible();
    expect(screen.queryByText('No usage.')).toBeNull();
  });

  it('says why usage cannot be shown, and shows it when a retry succeeds', async () => {
    service.refuses('get', USAGE, { status: 500, code: 'internal' });
    const { user } = await show(<UsageScreen />, { role: 'auditor' });
    const [alert] = await screen.findAllByRole('alert');
    expect(alert).toHaveTextContent('An error occurred in the service.');
    answer({ day: [shareOf(today, 400)] });
    await user.click(within(alert!).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Tokens by day' })).toBeVisible();
  });

  it('shows totals with costs, the days as a table, and the models with most tokens first', async () => {
    answer({
      day: [shareOf(today, 4000, [{ currency: 'EUR', amount: 0.5 }])],
      model: [shareOf('small', 1000), shareOf('large', 3000)],
    });
    await show(<UsageScreen />, { role: 'auditor' });
    expect(await screen.findByText('€0.50')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Tokens by day' })).toBeVisible();
    const table = within(await screen.findByRole('region', { name: 'By model' }));
    expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['large', 'small']);
    expect(table.getByRole('progressbar', { name: 'Share of small' })).toHaveAttribute('value', '1000');
  });

  it('breaks usage down by group with the names that the reader may see', async () => {
    answer({ day: [shareOf(today, 4000)], group: [shareOf('sales', 3000), shareOf(null, 1000)] });
    const group = { id: 'sales', name: 'Sales', limits: {}, created_at: '2026-01-15T09:30:00.000Z' };
    service.answers('get', '/admin/v1/groups', pageOf([group]));
    const { user } = await show(<UsageScreen />);
    await user.selectOptions(screen.getByLabelText('Broken down'), 'By group');
    expect(await screen.findByRole('rowheader', { name: 'Sales' })).toBeVisible();
    expect(screen.getByRole('rowheader', { name: 'In no group' })).toBeVisible();
  });

  it('says that usage by person is not shown if the operator has not allowed it', async () => {
    service.answers('get', '/admin/v1/users', pageOf<never>([]));
    service.on('get', USAGE, ({ query }) =>
      query.by === 'user'
        ? Response.json({ code: 'not_granted' }, { status: 403 })
        : Response.json(dataOf([])),
    );
    const { user } = await show(<UsageScreen />);
    await user.selectOptions(screen.getByLabelText('Broken down'), 'By person');
    expect(await screen.findByText(/does not show the usage of individual people/)).toBeVisible();
  });

  it('asks for the chosen time range, and downloads what it shows', async () => {
    answer({ day: [shareOf(today, 400)], model: [shareOf('large', 400)] });
    const { user } = await show(<UsageScreen />, { role: 'auditor' });
    await user.selectOptions(screen.getByLabelText('Time range'), 'Last 7 days');
    await screen.findByRole('rowheader', { name: 'large' });
    const { start_date: start, end_date: end } = service.requests.at(-1)!.query;
    expect(Math.ceil((Number(end) - Number(start)) / (24 * 60 * 60 * 1000))).toBe(7);
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    expect(downloads).toEqual(['usage.csv']);
  });
});
