import { useState } from 'react';
import type { Schemas } from '../api/client';
import { useTexts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Check, SelectField, TextField } from '../ui/field';
import { MadeKey } from './made-key';
import { useCreateKey, type Owner } from './use-keys';

type Scope = Schemas['KeyDto']['scopes'][number];
/** Without `scim`, for which the screen of people makes tokens. */
const SCOPES: readonly Scope[] = [
  'chat',
  'anonymize',
  'upload',
  'images',
  'jobs',
  'openai',
  'usage',
  'cases',
  'restore',
];
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a key with a name, scopes and an expiry. */
export function NewKey({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  const t = useTexts();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['chat']);
  const [days, setDays] = useState('90');
  const create = useCreateKey(owner);
  if (create.data) return <MadeKey made={create.data} onClose={onClose} />;
  const submit = () =>
    create.mutate({
      name,
      scopes: [...scopes],
      ...(days !== '' && { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    });
  return (
    <Dialog title={t.keys.add} onClose={onClose}>
      <DialogForm
        action={t.keys.create}
        run={create}
        disabled={scopes.length === 0}
        onSubmit={submit}
        onClose={onClose}
      >
        <TextField
          label={t.common.name}
          hint={t.keys.nameHint}
          value={name}
          required
          maxLength={100}
          onChange={setName}
        />
        <fieldset className="stack-small">
          <legend>{t.keys.scopes}</legend>
          <div className="kinds">
            {SCOPES.map((scope) => (
              <Check
                key={scope}
                label={t.keys.scopeNames[scope]}
                checked={scopes.includes(scope)}
                onChange={(on) =>
                  setScopes(SCOPES.filter((other) => (other === scope ? on : scopes.includes(other))))
                }
              />
            ))}
          </div>
        </fieldset>
        <SelectField
          label={t.keys.expires}
          value={days}
          options={[
            ['30', t.keys.days(30)],
            ['90', t.keys.days(90)],
            ['365', t.keys.days(365)],
            ['', t.keys.noExpiry],
          ]}
          onChange={setDays}
        />
      </DialogForm>
    </Dialog>
  );
}
