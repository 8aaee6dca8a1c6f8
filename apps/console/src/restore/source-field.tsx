import { useCaseOptions } from '../cases/case-choice';
import { useCases } from '../cases/use-cases';
import { useConversations } from '../chat/conversations/use-conversations';
import { useTexts } from '../texts';
import { Field } from '../ui/field';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';

/** What issued the replacements of a text. */
export interface Source {
  kind: 'case' | 'chat';
  id: string;
}

const valueOf = ({ kind, id }: Source): string => `${kind}:${id}`;

/** Returns the cases and conversations of the user. */
export function useSources() {
  const t = useTexts();
  const cases = useCases();
  const caseOptions = useCaseOptions();
  const chats = useConversations('');
  const groups = [
    { label: t.nav.cases, kind: 'case' as const, options: caseOptions },
    {
      label: t.chat.conversations,
      kind: 'chat' as const,
      options: chats.conversations.map(({ id, name }) => [id, name] as const),
    },
  ].filter(({ options }) => options.length > 0);
  const [group] = groups;
  return {
    groups,
    isLoading: cases.isLoading || chats.isLoading,
    error: cases.error ?? chats.error,
    retry: () => void Promise.all([cases.refetch(), chats.refetch()]),
    first: group && { kind: group.kind, id: group.options[0]![0] },
  };
}

interface Props {
  sources: ReturnType<typeof useSources>;
  value: Source | undefined;
  onChange: (source: Source) => void;
}

/** The choice of the case or conversation. */
export function SourceField({ sources: { groups, isLoading, error, retry }, value, onChange }: Props) {
  const t = useTexts();
  if (error) return <FailureNotice error={error} onRetry={retry} />;
  if (isLoading) return <Loading />;
  if (!value) return <p className="muted">{t.restore.noSource}</p>;
  const isListed = groups.some(
    ({ kind, options }) => kind === value.kind && options.some(([id]) => id === value.id),
  );
  return (
    <Field label={t.restore.source} hint={t.restore.sourceHint}>
      {(attributes) => (
        <select
          className="input"
          {...attributes}
          value={valueOf(value)}
          onChange={({ target }) => {
            const [kind, id = ''] = target.value.split(':');
            onChange({ kind: kind as Source['kind'], id });
          }}
        >
          {!isListed && (
            <option value={valueOf(value)}>
              {value.kind === 'case' ? t.cases.case : t.chat.conversation}
            </option>
          )}
          {groups.map(({ label, kind, options }) => (
            <optgroup key={kind} label={label}>
              {options.map(([id, name]) => (
                <option key={id} value={valueOf({ kind, id })}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}
