import { useState } from 'react';
import { useLocation } from 'wouter';
import { toFailure } from '../api/failure';
import { useOwnGroups } from '../cases/use-cases';
import { useModels } from '../chat/composer/options';
import { KINDS, type Kind } from '../privacy/kinds';
import { useSession } from '../session/session';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { AreaField, Check, SelectField, TextField } from '../ui/field';
import { LeaveGuard } from '../ui/leaving';
import { FailureNotice, Notice } from '../ui/notice';
import { InstructionPreview } from './instruction-preview';
import {
  useAssistantChanges,
  type Assistant,
  type AssistantVersion,
  type NewAssistant,
} from './use-assistants';

interface Props {
  /** Absent for a new assistant. */
  of?: Assistant;
  /** An earlier version that the user returns to. */
  restored?: AssistantVersion | undefined;
}

interface Draft {
  name: string;
  audience: Assistant['audience'];
  members_edit: boolean;
  description: string;
  instruction: string;
  model: string;
  kinds: readonly Kind[];
  /** One in each line. */
  starters: string;
  group_id: string | null;
}

const EMPTY: Draft = {
  name: '',
  description: '',
  instruction: '',
  model: '',
  kinds: [],
  starters: '',
  audience: 'self',
  group_id: null,
  members_edit: false,
};

const contentOf = (one: AssistantVersion | Assistant) => ({
  name: one.name,
  description: one.description,
  instruction: one.instruction,
  model: one.model ?? '',
  kinds: one.kinds as Kind[],
  starters: one.starters.join('\n'),
});

const bodyOf = ({ model, starters, kinds, ...draft }: Draft): NewAssistant => ({
  ...draft,
  model: model === '' ? null : model,
  kinds: [...kinds],
  starters: starters
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
});

/** The form of a new assistant, or of the next version of one. */
export function AssistantEditor({ of: one, restored }: Props) {
  const t = useTexts();
  const [, navigate] = useLocation();
  const { create, change } = useAssistantChanges();
  const saved: Draft = one
    ? {
        ...contentOf(one),
        audience: one.audience,
        group_id: one.group_id,
        members_edit: one.members_edit,
      }
    : EMPTY;
  const [draft, setDraft] = useState<Draft>(restored ? { ...saved, ...contentOf(restored) } : saved);
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const failure = create.error ?? change.error;
  const save = () => {
    if (one) change.mutate({ id: one.assistant_id, version: one.version, ...bodyOf(draft) });
    else
      create.mutate(bodyOf(draft), {
        onSuccess: ({ data }) => navigate(`/assistants/${data.assistant_id}`),
      });
  };
  return (
    <form
      className="columns"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <section className="card stack" aria-label={t.assistants.content}>
        <h2>{t.assistants.content}</h2>
        {restored && <Notice>{t.assistants.restored(restored.version)}</Notice>}
        <TextField
          label={t.common.name}
          value={draft.name}
          required
          maxLength={100}
          onChange={(name) => set({ name })}
        />
        <TextField
          label={t.assistants.description}
          value={draft.description}
          maxLength={500}
          onChange={(description) => set({ description })}
        />
        <AreaField
          label={t.assistants.instruction}
          hint={t.assistants.instructionHint}
          value={draft.instruction}
          rows={8}
          maxLength={8_000}
          onChange={(instruction) => set({ instruction })}
        />
        <AreaField
          label={t.assistants.starters}
          hint={t.assistants.startersHint}
          value={draft.starters}
          rows={3}
          onChange={(starters) => set({ starters })}
        />
        <ModelField value={draft.model} onChange={(model) => set({ model })} />
        <KindsField value={draft.kinds} onChange={(kinds) => set({ kinds })} />
        <AudienceFields of={one} draft={draft} onChange={set} />
        <FailureNotice error={failure} />
        {failure && toFailure(failure).code === 'conflict' && one && <p>{t.assistants.conflict}</p>}
        <div className="dialog-actions">
          <Button
            look="primary"
            type="submit"
            busy={create.isPending || change.isPending}
            disabled={!isChanged}
          >
            {one ? t.common.save : t.assistants.create}
          </Button>
        </div>
      </section>
      <InstructionPreview text={draft.instruction} kinds={draft.kinds} />
      {isChanged && one && <LeaveGuard />}
    </form>
  );
}

function ModelField({ value, onChange }: { value: string; onChange: (model: string) => void }) {
  const t = useTexts();
  const { data: models = [] } = useModels();
  const options = [...new Set([...models, ...(value ? [value] : [])])];
  return (
    <SelectField
      label={t.chat.model}
      hint={t.assistants.modelHint}
      value={value}
      options={[['', t.assistants.anyModel], ...options.map((id) => [id, id] as const)]}
      onChange={onChange}
    />
  );
}

function KindsField({
  value,
  onChange,
}: {
  value: readonly Kind[];
  onChange: (kinds: readonly Kind[]) => void;
}) {
  const t = useTexts();
  return (
    <details open={value.length > 0}>
      <summary>{t.assistants.kinds}</summary>
      <p className="small muted">{t.assistants.kindsHint}</p>
      <div className="kinds">
        {KINDS.map((kind) => (
          <Check
            key={kind}
            label={t.kinds[kind]}
            checked={value.includes(kind)}
            onChange={(on) =>
              onChange(KINDS.filter((other) => (other === kind ? on : value.includes(other))))
            }
          />
        ))}
      </div>
    </details>
  );
}

/** Who uses the assistant. Only its owner and admins change that. */
function AudienceFields({
  of: one,
  draft,
  onChange,
}: {
  of: Assistant | undefined;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}) {
  const t = useTexts();
  const { role } = useSession();
  const { data: groups = [] } = useOwnGroups();
  const isAdmin = role === 'admin';
  const own = groups.map(({ id, name }) => [`group ${id}`, t.assistants.forGroup(name)] as const);
  const isForeign = draft.audience === 'group' && !groups.some(({ id }) => id === draft.group_id);
  const value = draft.audience === 'group' ? `group ${draft.group_id}` : draft.audience;
  return (
    <>
      <SelectField
        label={t.assistants.usedBy}
        hint={isAdmin ? undefined : t.assistants.audienceHint}
        value={value}
        disabled={one !== undefined && !one.is_owner && !isAdmin}
        options={[
          ['self', t.assistants.audiences.self],
          ...own,
          ...(isForeign ? [[value, t.assistants.audiences.group] as const] : []),
          ...(isAdmin || draft.audience === 'organization'
            ? [['organization', t.assistants.audiences.organization] as const]
            : []),
        ]}
        onChange={(chosen) => {
          const [audience, groupId = null] = chosen.split(' ') as [Draft['audience'], string?];
          onChange({ audience, group_id: groupId });
        }}
      />
      {draft.audience === 'group' && (
        <Check
          label={t.assistants.membersEdit}
          checked={draft.members_edit}
          onChange={(on) => onChange({ members_edit: on })}
        />
      )}
    </>
  );
}
