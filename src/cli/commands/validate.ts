// `crew validate`: checks a configuration file.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatProblems, readConfig } from '../../config/index.js';
import { UserError } from '../../ports/errors.js';
import { USAGE_EXIT } from '../../runs/outcome.js';
import { translated } from '../../text/lang/index.js';
import type { CliCommand } from '../flags.js';

/** Prints all mistakes of the configuration, with their lines. */
export const validate: CliCommand = async ({ words: [named], flags, env, paint, lang }) => {
  const file = named ?? env.configFile;
  const text = await readFile(path.resolve(flags.root, file), 'utf8').catch((error: unknown) => {
    // Without a configuration file the defaults apply. A file that was named must exist.
    if (named === undefined && error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new UserError(
      { expected: `a configuration in ${file}`, found: 'a file that cannot be read', remedy: 'Check the path.' },
      { cause: error },
    );
  });
  if (text === null) {
    return {
      text: translated(lang, `${file} is not there, so the defaults hold.`),
      json: { file, valid: true, absent: true, problems: [] },
      exit: 0,
    };
  }
  const read = readConfig(text);
  if ('config' in read) {
    return {
      text: paint.good(translated(lang, `${file} is valid.`)),
      json: { file, valid: true, problems: [], config: read.config },
      exit: 0,
    };
  }
  return {
    text: formatProblems(read.problems, file, (each) => translated(lang, each)),
    json: { file, valid: false, problems: read.problems },
    exit: USAGE_EXIT,
  };
};
