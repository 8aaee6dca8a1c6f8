import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { toFailure } from '../api/failure';
import { FILE_TYPES } from '../upload/file-types';
import { usePreferences } from '../preferences';
import { guessLanguage } from '../privacy/guess-language';
import { useTexts } from '../texts';
import { IconButton } from '../ui/button';
import { FileButton } from '../ui/file-button';
import { Loading } from '../ui/loading';
import { FailureNotice } from '../ui/notice';
import { upload } from '../upload/upload';
import { FoundText } from './instruction-preview';
import { useAssistantChanges, type AssistantDetails } from './use-assistants';

/** The documents of an assistant. Its conversations search them, and send passages of them. */
export function AssistantDocuments({ of: one }: { of: AssistantDetails }) {
  const t = useTexts();
  const { addDocument, removeDocument } = useAssistantChanges();
  const add = useMutation({
    mutationFn: async (files: readonly File[]) => {
      for (const each of files) await addDocument(one.assistant_id, await upload(each, () => undefined));
    },
  });
  const remove = useMutation({
    mutationFn: (document: string) => removeDocument(one.assistant_id, document),
  });
  return (
    <section className="card stack" aria-label={t.assistants.documents}>
      <h2>{t.assistants.documents}</h2>
      <p className="small muted">{t.assistants.documentsText}</p>
      {one.documents.length === 0 && <p className="muted">{t.assistants.noDocuments}</p>}
      <ul className="plain-list stack-small">
        {one.documents.map(({ document_id: id, file_name: name }) => (
          <li key={id}>
            <div className="row">
              <span className="grow break">{name}</span>
              {one.can_edit && (
                <IconButton
                  icon="trash"
                  size="small"
                  label={t.assistants.removeDocument(name)}
                  busy={remove.isPending && remove.variables === id}
                  onClick={() => remove.mutate(id)}
                />
              )}
            </div>
            {one.can_start && <DocumentPreview of={one} id={id} />}
          </li>
        ))}
      </ul>
      <FailureNotice error={add.error ?? remove.error} />
      {one.can_edit && (
        <div className="row">
          <FileButton
            label={t.assistants.addDocuments}
            icon="attach"
            accept={FILE_TYPES}
            multiple
            busy={add.isPending}
            onFiles={(files) => add.mutate(files)}
          />
        </div>
      )}
    </section>
  );
}

/** The text of a document with the values that are hidden in it, on request. */
function DocumentPreview({ of: one, id }: { of: AssistantDetails; id: string }) {
  const t = useTexts();
  const { language } = usePreferences();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['assistants', 'document', one.assistant_id, id, one.version],
    enabled: open,
    queryFn: async () => {
      const body = {
        prompt: one.name,
        lang: guessLanguage(one.instruction) ?? language,
        choices: ['All' as const],
        assistant_id: one.assistant_id,
        // The preview of a document needs a text for each variable, and shows none of them.
        variables: Object.fromEntries(one.variables.map((name) => [name, name])),
        docs: [id],
      };
      return (await ask(client.POST('/ai/v1/preview', { body }))).docs?.[0];
    },
    // A newer preview, as of the instruction, ends this one.
    retry: (count, error) => toFailure(error).code === 'conflict' && count < 2,
    gcTime: 0,
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">{t.assistants.leaves}</summary>
      {open && !data && !error && <Loading />}
      {open && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {open && data && <FoundText text={data.text} found={data.found} />}
    </details>
  );
}
