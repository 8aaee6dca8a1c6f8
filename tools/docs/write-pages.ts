/** `npm run docs:generate`: writes the pages of settings, commands and gateway fields. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gatewayFieldsPage } from '../../apps/api/src/openai/leak-matrix';
import { createProgram } from '../../apps/cli/src/program';
import { CLI_PAGE, cliPage } from '../../libs/testing/src/claims/cli-page';
import {
  CONFIGURATION_PAGE,
  configurationPage,
  readDeclarations,
  readExamples,
} from '../../libs/testing/src/claims/configuration-page';
import { read } from '../../libs/testing/src/claims/files';

process.chdir(resolve(__dirname, '../..'));
writeFileSync(CONFIGURATION_PAGE, configurationPage(readExamples(read('.env.example')), readDeclarations()));
writeFileSync(CLI_PAGE, cliPage(createProgram()));
const FIELDS_PAGE = 'docs/reference/gateway-fields.md';
writeFileSync(FIELDS_PAGE, gatewayFieldsPage(read(FIELDS_PAGE)));
