import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { defaults, formatProblems, readConfig } from '../../config/index.js';
import { UserError } from '../../errors.js';
import { readLocalRules } from '../../guard/local-rules.js';
import { groundOf } from '../guard-ground.js';
import { judgeLines, linesOf } from '../guard-lines.js';
import type { Call, DeskCommand } from './desk.js';

/** `crew guard`: what an agent may do, asked from outside, one JSON line a call. */
export const guard: DeskCommand = async (call) => {
  const { flags, env } = call;
  const home = path.resolve(flags.root, env.home ?? '.crew');
  const config = await configOf(call);
  const ground = groundOf({ root: flags.root });
  const surroundings = {
    ...ground,
    home: homedir(),
    rules: { project: config.guard, local: await localRules(path.join(home, 'guard.yml')) },
    hosts: config.sandbox.hosts,
    own: [home, path.resolve(flags.root, env.configFile)],
  };
  for await (const answer of judgeLines(linesOf(process.stdin.setEncoding('utf8')), surroundings)) {
    if (!process.stdout.write(answer)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return { text: '', json: undefined, exit: 0 };
};

/** A configuration with mistakes is no configuration: a `deny` in it might be the one that counts. */
async function configOf({ flags, env }: Call) {
  const text = await textOf(path.resolve(flags.root, env.configFile));
  if (text === null) return defaults;
  const read = readConfig(text);
  if ('config' in read) return read.config;
  throw new UserError({
    expected: `a valid ${env.configFile}`,
    found: formatProblems(read.problems, env.configFile),
    remedy: '`crew validate` says more.',
  });
}

async function localRules(file: string) {
  return readLocalRules((await textOf(file)) ?? '');
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
}
