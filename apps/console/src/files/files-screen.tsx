import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../api/client';
import { DocumentField } from '../upload/document-field';
import { HidingFields, useHiding } from '../anonymize/hiding-fields';
import { useTexts } from '../texts';
import { Button } from '../ui/button';
import { FailureNotice } from '../ui/notice';
import { Page } from '../ui/page';
import { FILE_TYPES } from '../upload/file-types';
import { FoundInFile } from './found-in-file';
import { rewriteFile, sendFile } from './send-file';
import { WrittenFileCard } from './written-file';

type Preview = Schemas['FilePreviewDto'];

/** Anonymizes a file: shows what was found, lets the user keep values, and offers the written file. */
export function FilesScreen() {
  const t = useTexts();
  const [file, setFile] = useState<File>();
  const hiding = useHiding();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const { choices, style, caseId } = hiding;
  const fields = { choices: choices.join(','), style, case_id: caseId };
  const preview = useMutation({
    mutationFn: async () => {
      const response = await sendFile('/ai/v1/files/preview', file!, fields);
      return ((await response.json()) as { data: Preview }).data;
    },
    gcTime: 0,
  });
  const write = useMutation({
    mutationFn: () => rewriteFile('/ai/v1/files/anonymize', file!, { ...fields, keep: [...kept] }),
    gcTime: 0,
  });
  const begin = (next: File | undefined) => {
    setFile(next);
    setKept(new Set());
    preview.reset();
    write.reset();
  };
  return (
    <Page title={t.nav.files} intro={t.files.intro}>
      <div className="columns">
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault();
            write.reset();
            preview.mutate();
          }}
        >
          <DocumentField
            file={file}
            progress={undefined}
            accept={FILE_TYPES}
            label={t.files.choose}
            onFile={begin}
          />
          <HidingFields hiding={hiding} />
          <div className="row">
            <Button
              {...(!preview.data && { look: 'primary' as const })}
              icon="search"
              type="submit"
              busy={preview.isPending}
              disabled={!file || choices.length === 0}
            >
              {t.files.search}
            </Button>
          </div>
          <FailureNotice error={preview.error} />
        </form>
        <section className="stack" aria-label={t.anonymize.result} aria-live="polite">
          {preview.data ? (
            <FoundInFile preview={preview.data} kept={kept} onKept={setKept} />
          ) : (
            <p className="muted">{t.files.nothingYet}</p>
          )}
          {preview.data && (
            <div className="row">
              <Button look="primary" icon="hide" busy={write.isPending} onClick={() => write.mutate()}>
                {t.files.write}
              </Button>
            </div>
          )}
          <FailureNotice error={write.error} />
          {write.data && <WrittenFileCard key={write.submittedAt} written={write.data} />}
        </section>
      </div>
    </Page>
  );
}
