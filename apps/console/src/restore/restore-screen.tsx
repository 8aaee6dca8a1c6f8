import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { ask, client } from '../api/client';
import { DocumentField } from '../anonymize/document-field';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { AreaField } from '../ui/field';
import { FailureNotice, Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { readText } from './read-text';
import { RestoredText } from './restored-text';
import { SourceField, useSources, type Source } from './source-field';

const TEXT_TYPES = '.txt,.md,.csv,.tsv,.json,.xml,.yaml,.yml,.html,.srt,.vtt,.eml,text/*';

/** Restores the values of a text that a model or a person wrote with replacements. Nothing is stored. */
export function RestoreScreen() {
  const t = useTexts();
  const asked = new URLSearchParams(useSearch());
  const sources = useSources();
  const [chosen, setChosen] = useState<Source | undefined>(() => sourceOf(asked));
  const [text, setText] = useState('');
  const [isNoText, setIsNoText] = useState(false);
  const source = chosen ?? sources.first;
  const run = useMutation({
    mutationFn: async () => {
      const from = source!.kind === 'case' ? { case_id: source!.id } : { chat_id: source!.id };
      const body = { ...from, text, spans: true };
      const answer = await ask(client.POST('/ai/v1/restore', { body }));
      // Only a request with text/plain is answered with text.
      if (typeof answer === 'string') throw new TypeError('expected JSON');
      return answer.data;
    },
    // The texts leave the memory of the page with this screen.
    gcTime: 0,
  });
  const open = async (file: File | undefined) => {
    if (!file) return;
    const read = await readText(file);
    setIsNoText(read === undefined);
    if (read !== undefined) setText(read);
  };
  return (
    <Page title={t.nav.restore} intro={t.restore.intro}>
      <form
        className="columns"
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate();
        }}
      >
        <div className="stack">
          <SourceField sources={sources} value={source} onChange={setChosen} />
          <AreaField
            label={t.restore.text}
            placeholder={t.anonymize.placeholder}
            rows={10}
            value={text}
            onChange={setText}
          />
          <DocumentField
            file={undefined}
            progress={undefined}
            accept={TEXT_TYPES}
            label={t.restore.file}
            onFile={(file) => void open(file)}
          />
          {isNoText && <Notice kind="failure">{t.restore.notText}</Notice>}
          <div className="row">
            <Button
              look="primary"
              icon="restore"
              type="submit"
              busy={run.isPending}
              disabled={!source || text.trim() === ''}
            >
              {t.restore.run}
            </Button>
          </div>
          <FailureNotice error={run.error} />
        </div>
        <RestoredText answer={run.data} />
      </form>
    </Page>
  );
}

/** Returns the case or chat that a link to this screen names. */
function sourceOf(asked: URLSearchParams): Source | undefined {
  for (const kind of ['case', 'chat'] as const) {
    const id = asked.get(kind);
    if (id) return { kind, id };
  }
  return undefined;
}
