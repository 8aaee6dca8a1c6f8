/** `npm run docs:generate`: writes the pages of settings, commands, log events, access, file formats and fields of the gateway, and the lists of kinds. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { LEAK_MATRIX } from '@app/openai-gateway';
import { fieldTable } from '../../apps/api/src/openai/leak-matrix';
import { previewDocument } from '../../apps/api/src/openapi/documentation';
import { createProgram } from '../../apps/cli/src/program';
import { accessTables, endpointsOf } from '../../libs/testing/src/claims/access-tables';
import { CLI_PAGE, cliPage } from '../../libs/testing/src/claims/cli-page';
import {
  CONFIGURATION_PAGE,
  configurationPage,
  readDeclarations,
  readExamples,
} from '../../libs/testing/src/claims/configuration-page';
import { FILE_FORMATS_PAGE, fileFormatsPage } from '../../libs/testing/src/claims/file-formats-page';
import { read } from '../../libs/testing/src/claims/files';
import { LOG_EVENTS_PAGE, logEventsPage } from '../../libs/testing/src/claims/log-events-page';
import { kindPages } from '../../libs/testing/src/claims/kind-pages';

const ACCESS_PAGE = 'docs/reference/access.md';
const GATEWAY_PAGE = 'docs/reference/gateway-fields.md';

process.chdir(resolve(__dirname, '../..'));
writeFileSync(CONFIGURATION_PAGE, configurationPage(readExamples(read('.env.example')), readDeclarations()));
writeFileSync(CLI_PAGE, cliPage(createProgram()));
writeFileSync(LOG_EVENTS_PAGE, logEventsPage());
for (const [path, text] of kindPages()) writeFileSync(path, text);

// Only the introduction is written by people.
const [introduction = ''] = read(GATEWAY_PAGE).split(/^(?=## )/m);
const bodies = Object.keys(LEAK_MATRIX).map((body) => `## ${body}\n\n${fieldTable(body)}\n`);
writeFileSync(GATEWAY_PAGE, [introduction, bodies.join('\n')].join(''));

const [aboutFormats = ''] = read(FILE_FORMATS_PAGE).split(/^(?=## )/m);
writeFileSync(FILE_FORMATS_PAGE, fileFormatsPage(aboutFormats));

void writeAccess();

/** Writes the tables of `docs/reference/access.md`. The text around them stays. */
async function writeAccess(): Promise<void> {
  const document = (await previewDocument()) as unknown as Parameters<typeof endpointsOf>[0];
  const tables = accessTables(endpointsOf(document)).trim().split('\n\n');
  const page = read(ACCESS_PAGE).replaceAll(/(?:^\|.*\n)+/gm, () => `${tables.shift() ?? ''}\n`);
  writeFileSync(ACCESS_PAGE, page);
}
