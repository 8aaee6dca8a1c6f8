import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import { AppError } from '@app/common';
import { print } from '../print';
import { leaf, wholeNumber } from './subcommands';

interface Options {
  json?: boolean;
}

const MAX_VERSION = 999_999_999;
const readVersion = wholeNumber(0, MAX_VERSION, 'expected the number of a version, as policy show prints it');
const STDIN = '-';

const work = () => import('../work/policy.ts');

/** `policy show|set|preview` */
export function policyCommand(): Command {
  const policy = new Command('policy').description("manage an organization's policy for personal data");

  leaf(policy, 'show <org>', 'print the current policy and its version').action(
    async (org: string, { json }: Options) => {
      const { version, createdAt, document } = await (await work()).showPolicy(org);
      if (json) return print({ version, created_at: createdAt, policy: document }, { json });
      console.log(`version ${version}\n${JSON.stringify(document, null, 2)}`);
    },
  );

  leaf(policy, 'set <org> <file>', `set a new version; ${STDIN} as FILE reads standard input`)
    .requiredOption('--replaces <VERSION>', 'the version to replace, as policy show prints it', readVersion)
    .action(async (org: string, file: string, { replaces, ...options }: { replaces: number } & Options) =>
      print({ version: await (await work()).setPolicy(org, await readJson(file), replaces) }, options),
    );

  leaf(policy, 'preview <file>', 'show what a policy would do to the text on standard input; stores neither')
    .option('--lang <LANG>', 'the language of the text', 'en')
    .action(async (file: string, { lang, ...options }: { lang: string } & Options) => {
      if (file === STDIN)
        throw new InvalidArgumentError(
          'expected the path of a file, because the text is read from standard input',
        );
      const given = { policy: await readJson(file), text: await text(process.stdin), lang };
      print(await (await work()).previewPolicy(given), options);
    });

  return policy;
}

/**
 * Reads a JSON file.
 *
 * @throws AppError `bad_request` without quoting the file
 */
export async function readJson(file: string): Promise<unknown> {
  const content = await text(file === STDIN ? process.stdin : createReadStream(file)).catch(
    (error: unknown) => {
      throw new AppError('bad_request', 'The file with the policy cannot be read', {}, { cause: error });
    },
  );
  try {
    return JSON.parse(content) as unknown;
  } catch (error) {
    throw new AppError('bad_request', 'The file with the policy is not valid JSON', {}, { cause: error });
  }
}
