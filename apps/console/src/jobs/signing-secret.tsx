import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { Confirm } from '../ui/confirm';
import { CopyButton } from '../ui/copy-button';
import { Loaded } from '../ui/loading';

const KEY = ['signing-secret'];

/** The webhook signing secret, shown on request, and its rotation. */
export function SigningSecret() {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  const [asks, setAsks] = useState(false);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    enabled: shown,
    gcTime: 0,
    queryFn: async () => (await ask(client.GET('/admin/v1/webhook-secret'))).data,
  });
  const rotate = useMutation({
    mutationFn: () => ask(client.POST('/admin/v1/webhook-secret/rotate', { body: {} })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
  return (
    <section className="card stack">
      <p className="muted">{t.jobs.secretText}</p>
      {shown && (
        <Loaded query={query}>
          {({ secret, previous }) => (
            <div className="stack-small">
              <code className="secret">{secret}</code>
              <div>
                <CopyButton text={secret} />
              </div>
              {previous && (
                <>
                  <span className="muted small">{t.jobs.previous}</span>
                  <code className="secret">{previous}</code>
                </>
              )}
            </div>
          )}
        </Loaded>
      )}
      <div className="row">
        <Button icon="eye" onClick={() => setShown(!shown)}>
          {shown ? t.jobs.hideSecret : t.jobs.showSecret}
        </Button>
        <Button icon="repeat" onClick={() => setAsks(true)}>
          {t.jobs.rotate}
        </Button>
      </div>
      {asks && (
        <Confirm
          title={t.jobs.rotate}
          text={t.jobs.rotateText}
          action={t.jobs.rotate}
          onConfirm={() => rotate.mutateAsync()}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  );
}
