import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { useModel } from '../chat/composer/options';
import { TextLanguage, useTextLanguage } from '../privacy/text-language';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { AreaField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { DocumentField } from '../upload/document-field';
import { upload } from '../upload/upload';
import { HidingFields, useHiding } from './hiding-fields';
import { Result } from './result';

/** Anonymizes a text or a document. */
export function AnonymizeScreen() {
  const t = useTexts();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState(0);
  const hiding = useHiding();
  const lang = useTextLanguage(text);
  const model = useModel();
  const run = useMutation({
    mutationFn: async () => {
      const source = file ? { doc: await upload(file, setProgress) } : { prompt: text };
      const body = {
        ...source,
        lang,
        choices: hiding.choices,
        model: model!,
        anonymized: hiding.style === 'surrogates',
        ...(hiding.caseId !== undefined && { case_id: hiding.caseId }),
      };
      return ask(client.POST('/ai/v1/anonymize', { body }));
    },
    onSettled: () => setProgress(0),
  });
  return (
    <Page title={t.nav.anonymize} intro={t.anonymize.intro}>
      <form
        className="columns"
        onSubmit={(event) => {
          event.preventDefault();
          run.mutate();
        }}
      >
        <div className="stack">
          {!file && (
            <AreaField
              label={t.anonymize.text}
              placeholder={t.anonymize.placeholder}
              rows={10}
              value={text}
              onChange={setText}
            />
          )}
          <DocumentField file={file} progress={run.isPending ? progress : undefined} onFile={setFile} />
          <HidingFields hiding={hiding}>
            <TextLanguage text={text} />
          </HidingFields>
          <div className="row">
            <Button
              look="primary"
              icon="hide"
              type="submit"
              busy={run.isPending}
              disabled={!model || hiding.choices.length === 0 || (!file && text.trim() === '')}
            >
              {t.anonymize.run}
            </Button>
          </div>
          <FailureNotice error={run.error} />
        </div>
        <Result answer={run.data} />
      </form>
    </Page>
  );
}
