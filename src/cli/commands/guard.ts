// `crew guard`: the guard for other programs. It reads tool calls from standard input and writes decisions to standard output.
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { openWorkspace } from '../../adapters/workspace/index.js';
import { defaults, formatProblems, readConfig } from '../../config/index.js';
import { createGuard, type Decision, type Gate, type GuardOptions, noRules } from '../../guard/index.js';
import { UserError } from '../../ports/errors.js';
import { commandsIn } from '../../services/environment.js';
import { guardContextOf, localRules, textOf } from '../../services/guard-context.js';
import type { CliCall, CliCommand } from '../flags.js';

/** Decides tool calls from standard input. Each call and each decision is a line of JSON. */
export const guard: CliCommand = async (call) => {
  const { flags, env } = call;
  const home = path.resolve(flags.root, env.home ?? '.crew');
  const config = configOf(call);
  const options = {
    ...guardContextOf({ root: flags.root }),
    home: homedir(),
    rules: { project: config.guard, local: localRules(home) },
    detected: await commandsIn(openWorkspace(flags.root), config),
    hosts: config.sandbox.hosts,
    workflowFiles: config.fix['workflow-files'],
    own: [home, path.resolve(flags.root, env.configFile)],
  };
  for await (const answer of judgeLines(linesOf(process.stdin.setEncoding('utf8')), options)) {
    if (!process.stdout.write(answer)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return { text: '', json: undefined, exit: 0 };
};

/** Throws if the configuration has mistakes, because a `deny` rule might be among them. */
function configOf({ flags, env }: CliCall) {
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

const patterns = z.array(z.string()).optional();
const lineSchema = z.object({
  tool: z.string(),
  command: z.string(),
  cwd: z.string().optional(),
  rules: z.object({ allow: patterns, ask: patterns, deny: patterns }).optional(),
});

/** Splits at newlines only. `readline` would also split at U+2028, which JSON may contain. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Decides each line as it arrives. Rules in a line are added as the rules of a run, for that line only. */
export async function* judgeLines(lines: AsyncIterable<string>, options: GuardOptions): AsyncGenerator<string> {
  const gate = createGuard(options);
  for await (const line of lines) {
    if (line.trim() !== '') yield `${JSON.stringify(judgeLine(line, options, gate))}\n`;
  }
}

function judgeLine(line: string, options: GuardOptions, gate: Gate): Decision {
  try {
    const { rules, ...request } = lineSchema.parse(JSON.parse(line));
    if (!rules) return gate(request);
    const run = {
      allow: rules.allow ?? noRules.allow,
      ask: rules.ask ?? noRules.ask,
      deny: rules.deny ?? noRules.deny,
    };
    return createGuard({ ...options, rules: { ...options.rules, run } })(request);
  } catch (error) {
    return { verdict: 'deny', phase: '1', why: `This line cannot be judged: ${reason(error)}` };
  }
}

function reason(error: unknown): string {
  if (error instanceof SyntaxError) return 'it is no JSON.';
  if (error instanceof z.ZodError)
    return `it needs \`tool\` and \`command\` as texts, and may have \`cwd\` and \`rules\` (${error.issues[0]?.path.join('.') || 'it is no object'}).`;
  return error instanceof Error ? error.message : 'something else went wrong.';
}
