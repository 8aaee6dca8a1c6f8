import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, client } from '../api/client';
import { CaseField } from '../cases/case-choice';
import { useCases } from '../cases/use-cases';
import { upload } from '../chat/work/upload';
import { useModel } from '../chat/composer/options';
import { choicesOf } from '../privacy/kinds';
import { KindsChoice } from '../privacy/kinds-choice';
import { TextLanguage, useTextLanguage } from '../privacy/text-language';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { AreaField, SelectField } from '../ui/field';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { DocumentField } from './document-field';
import { Result } from './result';

/** Anonymizes a text or a document. */
export function AnonymizeScreen() {
  const t = useTexts();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const [progress, setProgress] = useState(0);
  const [kinds, setKinds] = useState<readonly string[]>();
  const [wishedStyle, setWishedStyle] = useState<'placeholders' | 'surrogates'>('placeholders');
  const [caseId, setCaseId] = useState<string>();
  const inCase = useCases().data?.find(({ case_id: id }) => id === caseId);
  // All texts of a case have its style.
  const style = inCase?.style ?? wishedStyle;
  const lang = useTextLanguage();
  const model = useModel();
  const choices = choicesOf(kinds);
  const run = useMutation({
    mutationFn: async () => {
      const source = file ? { doc: await upload(file, setProgress) } : { prompt: text };
      const body = {
        ...source,
        lang,
        choices,
        model: model!,
        anonymized: style === 'surrogates',
        ...(inCase && { case_id: inCase.case_id }),
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
          <CaseField value={inCase?.case_id} onChange={setCaseId} />
          <div className="columns">
            <SelectField
              label={t.anonymize.style}
              value={style}
              options={[
                ['placeholders', t.anonymize.placeholders],
                ['surrogates', t.anonymize.surrogates],
              ]}
              disabled={inCase !== undefined}
              onChange={setWishedStyle}
            />
            <TextLanguage />
          </div>
          <details className="card">
            <summary>{t.privacy.kindsToHide}</summary>
            <KindsChoice value={kinds} onChange={setKinds} />
          </details>
          <div className="row">
            <Button
              look="primary"
              icon="hide"
              type="submit"
              busy={run.isPending}
              disabled={!model || choices.length === 0 || (!file && text.trim() === '')}
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
