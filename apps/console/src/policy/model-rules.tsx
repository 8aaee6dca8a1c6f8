import { useModels } from '../chat/composer/options';
import { useGroups } from '../groups/use-groups';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { AreaField, Check, CheckField, SelectField } from '../ui/field';
import type { Policy } from './use-policy';

const IMAGE_RULES = ['refused', 'read', 'internal', 'passed'] as const;

interface Props {
  policy: Policy;
  disabled: boolean;
  onChange: (part: Partial<Policy>) => void;
}

/** The system prompt, what providers may receive and store, and who may use each model. */
export function ModelRules({ policy, disabled, onChange }: Props) {
  const t = useTexts();
  const { data: offered = [] } = useModels();
  const {
    internal = { models: [], modes: {} },
    models = [],
    system_prompt: systemPrompt = '',
    images = 'refused',
    provider_storage: mayStore = false,
  } = policy;
  const ids = [...new Set([...offered, ...internal.models, ...models.map(({ model }) => model)])];
  return (
    <div className="stack">
      <AreaField
        label={t.policy.systemPrompt}
        hint={t.policy.systemPromptHint}
        value={systemPrompt}
        maxLength={8_000}
        disabled={disabled}
        onChange={(text) => onChange({ system_prompt: text })}
      />
      <SelectField
        label={t.policy.images}
        hint={t.policy.imagesHint}
        value={images}
        options={IMAGE_RULES.map((rule) => [rule, t.policy.imageRules[rule]] as const)}
        disabled={disabled}
        onChange={(rule) => onChange({ images: rule })}
      />
      <CheckField
        label={t.policy.providerStorage}
        hint={t.policy.providerStorageHint}
        checked={mayStore}
        disabled={disabled}
        onChange={(on) => onChange({ provider_storage: on })}
      />
      {ids.map((id) => (
        <fieldset key={id} className="card stack-small">
          <legend className="visually-hidden">{id}</legend>
          <h2>
            <code>{id}</code>
          </h2>
          <Check
            label={t.policy.isInternal}
            checked={internal.models.includes(id)}
            disabled={disabled}
            onChange={(on) =>
              onChange({
                internal: {
                  ...internal,
                  models: on ? [...internal.models, id] : internal.models.filter((other) => other !== id),
                },
              })
            }
          />
          <ModelGroups
            chosen={models.find(({ model }) => model === id)?.groups ?? []}
            disabled={disabled}
            onChange={(groups) =>
              onChange({
                models: [
                  ...models.filter(({ model }) => model !== id),
                  ...(groups.length > 0 ? [{ model: id, groups }] : []),
                ],
              })
            }
          />
        </fieldset>
      ))}
    </div>
  );
}

interface ModelGroupsProps {
  chosen: readonly string[];
  disabled: boolean;
  onChange: (groups: string[]) => void;
}

function ModelGroups({ chosen, disabled, onChange }: ModelGroupsProps) {
  const t = useTexts();
  // Only admins may read groups. Others see the number of groups that may use a model.
  const isAdmin = useSession().role === 'admin';
  if (!isAdmin)
    return (
      <p className="small">{chosen.length === 0 ? t.policy.everybody : t.policy.someGroups(chosen.length)}</p>
    );
  return <GroupChecks chosen={chosen} disabled={disabled} onChange={onChange} />;
}

function GroupChecks({ chosen, disabled, onChange }: ModelGroupsProps) {
  const t = useTexts();
  const { rows: groups = [] } = useGroups();
  return (
    <>
      <p className="small muted">{chosen.length === 0 ? t.policy.everybody : t.policy.onlyGroups}</p>
      <div className="kinds">
        {groups.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            disabled={disabled}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))}
          />
        ))}
      </div>
    </>
  );
}
