import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { ORGANIZATION_KEY, useOrganization } from '../status/use-status';
import { useTexts } from '../texts';
import { Confirm } from '../ui/confirm';
import { CheckField } from '../ui/field';
import { Loaded } from '../ui/loading';

/** Whether the organization requires a second factor for logins with a password. */
export function SecondFactorDemand() {
  const t = useTexts();
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const query = useOrganization();
  const change = async (required: boolean) => {
    await ask(client.PATCH('/admin/v1/organization', { body: { second_factor_required: required } }));
    await queries.invalidateQueries({ queryKey: ORGANIZATION_KEY });
  };
  // The list below shows that the screen is loading.
  if (query.isPending) return null;
  return (
    <Loaded query={query}>
      {({ second_factor_required: required }) => (
        <>
          <CheckField
            label={t.people.demandFactor}
            hint={t.people.demandFactorHint}
            checked={required}
            onChange={() => setAsks(true)}
          />
          {asks && (
            <Confirm
              title={t.people.demandFactor}
              text={required ? t.people.allowNoFactorText : t.people.demandFactorText}
              action={required ? t.people.allowNoFactor : t.people.demand}
              onConfirm={() => change(!required)}
              onClose={() => setAsks(false)}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
