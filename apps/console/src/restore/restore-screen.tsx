import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { ask, client } from '../api/client';
import { DocumentField } from '../upload/document-field';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { AreaField } from '../ui/field';
import { FailureNotice, Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { RESTORED_TYPES } from '../upload/file-types';
import { rewriteFile } from '../files/send-file';
import { readText } from './read-text';
import { RestoredFile } from './restored-file';
import { RestoredText } from './restored-text';
import { SourceField, useSources, type Source } from './source-field';

/** Files that are shown as text. Other files are restored as files. */
const TEXTS = /\.(txt|md|csv|tsv|json|xml|ya?ml|html|srt|vtt)$/i;
const TEXT_TYPES = '.xml,.srt,.vtt,text/*';

/** Restores the values of a text that a model or a person wrote with replacements. Nothing is stored. */
export function RestoreScreen() {
  const t = useTexts();
  const asked = new URLSearchParams(useSearch());
  const sources = useSources();
  const [chosen, setChosen] = useState<Source | undefined>(() => sourceOf(asked));
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  /** The name of the file that the text was read from; a typed text has an ending alone. */
  const [name, setName] = useState('.txt');
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
  const runFile = useMutation({
    mutationFn: () => rewriteFile('/ai/v1/files/restore', file!, { case_id: source!.id }),
    gcTime: 0,
  });
  const open = async (chosenFile: File | undefined) => {
    runFile.reset();
    const isText =
      chosenFile !== undefined && (TEXTS.test(chosenFile.name) || chosenFile.type.startsWith('text/'));
    setFile(isText ? undefined : chosenFile);
    if (!isText) return;
    const read = await readText(chosenFile);
    setIsNoText(read === undefined);
    if (read === undefined) return;
    setText(read);
    setName(chosenFile.name);
  };
  return (
    <Page title={t.nav.restore} intro={t.restore.intro}>
      <form
        className="columns"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) runFile.mutate();
          else run.mutate();
        }}
      >
        <div className="stack">
          <SourceField sources={sources} value={source} onChange={setChosen} />
          {!file && (
            <AreaField
              label={t.restore.text}
              placeholder={t.anonymize.placeholder}
              rows={10}
              value={text}
              onChange={setText}
            />
          )}
          <DocumentField
            file={file}
            progress={undefined}
            accept={`${RESTORED_TYPES},${TEXT_TYPES}`}
            label={t.restore.file}
            onFile={(next) => void open(next)}
          />
          {file && source?.kind === 'chat' && <Notice kind="info">{t.restore.needsCase}</Notice>}
          {isNoText && <Notice kind="failure">{t.restore.notText}</Notice>}
          <div className="row">
            <Button
              look="primary"
              icon="restore"
              type="submit"
              busy={run.isPending || runFile.isPending}
              disabled={!source || (file ? source.kind === 'chat' : text.trim() === '')}
            >
              {t.restore.run}
            </Button>
          </div>
          <FailureNotice error={file ? runFile.error : run.error} />
        </div>
        {file ? <RestoredFile written={runFile.data} /> : <RestoredText answer={run.data} name={name} />}
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
