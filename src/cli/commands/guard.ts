import { homedir } from 'node:os';
import path from 'node:path';
import { openWorkspace } from '../../adapters/workspace/index.js';
import { defaults, formatProblems, readConfig } from '../../config/index.js';
import { UserError } from '../../ports/errors.js';
import { commandsIn } from '../../services/environment.js';
import { groundOf } from '../../services/guard-ground.js';
import { judgeLines, linesOf } from '../../services/guard-lines.js';
import { localRules, textOf } from '../../services/guard-rules.js';
import type { Call, CliCommand } from './call.js';

/** `crew guard`: decides tool calls that stand on standard input, one JSON line each. */
export const guard: CliCommand = async (call) => {
  const { flags, env } = call;
  const home = path.resolve(flags.root, env.home ?? '.crew');
  const config = configOf(call);
  const ground = groundOf({ root: flags.root });
  const surroundings = {
    ...ground,
    home: homedir(),
    rules: { project: config.guard, local: localRules(home) },
    detected: await commandsIn(openWorkspace(flags.root), config),
    hosts: config.sandbox.hosts,
    workflowFiles: config.fix['workflow-files'],
    own: [home, path.resolve(flags.root, env.configFile)],
  };
  for await (const answer of judgeLines(linesOf(process.stdin.setEncoding('utf8')), surroundings)) {
    if (!process.stdout.write(answer)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return { text: '', json: undefined, exit: 0 };
};

/** Throws when the configuration has mistakes: a `deny` rule might be among them. */
function configOf({ flags, env }: Call) {
  const text = textOf(path.resolve(flags.root, env.configFile));
  if (text === null) return defaults;
  const read = readConfig(text);
  if ('config' in read) return read.config;
  throw new UserError({
    expected: `a valid ${env.configFile}`,
    found: formatProblems(read.problems, env.configFile),
    remedy: '`crew validate` says more.',
  });
}
