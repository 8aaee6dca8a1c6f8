import { runWith } from './run-with'; // Imported first, because it loads the settings first.
import { Users } from '@app/accounts';
import { documentsConfig, type DocumentsConfig } from '@app/config';
import { CoreModule } from '@app/core';
import type { Droppable } from '@app/file-formats';
import { FilesModule, HideFolderNames, limitOfFile, OwnFiles, totalsOf } from '@app/files';
import { QueueModule } from '@app/queue';
import { anonymizeFiles, type FolderSummary, type FolderWork } from './anonymize-folder';

/** Needs PostgreSQL, ENCRYPTION_KEYS and the models of detection. */
const PARTS = [CoreModule.register('operator'), QueueModule, FilesModule];

interface FolderRequest extends Pick<FolderWork, 'from' | 'to' | 'onProgress'> {
  userName: string;
  caseId?: string;
  drop: readonly Droppable[];
}

/** Anonymizes the files of a folder under the policy of a user's organization. */
export const anonymizeFolder = ({
  userName,
  caseId,
  drop,
  ...folders
}: FolderRequest): Promise<FolderSummary> =>
  runWith(PARTS, async (app) => {
    const { id: userId, organizationId } = await app.get(Users).find(userName);
    const caller = { userId, organizationId, groups: [] };
    const limits = app.get<DocumentsConfig>(documentsConfig.KEY, { strict: false });
    const { signal } = new AbortController();
    return anonymizeFiles({
      ...folders,
      hideFolders: (paths) => app.get(HideFolderNames).execute(caller, paths, caseId, signal),
      limitOf: (name) => limitOfFile(name, limits),
      anonymize: async (fileName, content) => {
        const request = { fileName, content, drop, ...(caseId !== undefined && { caseId }) };
        const {
          fileName: name,
          content: written,
          report,
        } = await app.get(OwnFiles).anonymize(caller, request, signal);
        return { name, content: written, values: totalsOf(report), dropped: report.dropped };
      },
    });
  });
