import { useEffect } from 'react';
import { Link } from 'wouter';
import { useCaseOptions } from '../cases/case-choice';
import { useCaseName, useCases } from '../cases/use-cases';
import { useTexts } from '../texts';
import { Icon } from '../ui/icon';
import { useConversations } from './conversations/use-conversations';
import { changeWork, useWork } from './work/work';

/** Returns the case that the user has chosen for a new conversation, unless it has ended. */
export function useChosenCase(workKey: string): string | undefined {
  const { caseId } = useWork(workKey);
  const { data: cases } = useCases();
  return cases && !cases.some(({ case_id: id }) => id === caseId) ? undefined : caseId;
}

/** The choice of a case for a new conversation. Images are not part of cases. */
export function ChatCaseChoice({ workKey }: { workKey: string }) {
  const t = useTexts();
  const { isImage } = useWork(workKey);
  const chosen = useChosenCase(workKey);
  const options = useCaseOptions();
  if (isImage || options.length === 0) return null;
  return (
    <span className="chat-case">
      <Icon name="case" />
      <select
        className="input narrow quiet"
        aria-label={t.cases.case}
        value={chosen ?? ''}
        onChange={({ target }) => changeWork(workKey, { caseId: target.value || undefined })}
      >
        <option value="">{t.cases.noCase}</option>
        {options.map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

/** The case of a stored conversation, or that it has ended. */
export function CaseOfChat({ chatId }: { chatId: string }) {
  const t = useTexts();
  const nameOf = useCaseName();
  const caseId = useCaseIdOf(chatId);
  const { data: cases } = useCases();
  if (!caseId || !cases) return null;
  const found = cases.find(({ case_id: id }) => id === caseId);
  if (!found)
    return (
      <span className="badge waiting" title={t.cases.endedText}>
        {t.cases.ended}
      </span>
    );
  return (
    <Link className="chat-case" href={`/cases/${caseId}`} aria-label={t.cases.caseOf(nameOf(found))}>
      <Icon name="case" /> <span>{nameOf(found)}</span>
    </Link>
  );
}

/** Returns the case of a conversation. Asks for earlier pages of the list until the conversation is in it. */
function useCaseIdOf(chatId: string): string | null | undefined {
  const { conversations, hasNextPage, isFetching, fetchNextPage } = useConversations('');
  const found = conversations.find(({ id }) => id === chatId);
  useEffect(() => {
    if (!found && hasNextPage && !isFetching) void fetchNextPage();
  }, [found, hasNextPage, isFetching, fetchNextPage]);
  return found?.case_id;
}
