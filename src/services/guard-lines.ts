// `crew guard`, line by line: JSON in, JSON out, and nothing that comes in stops it.
import * as z from 'zod';
import { createGuard, type Decision, type Gate, type GuardOptions, noRules } from '../guard/index.js';

const patterns = z.array(z.string()).optional();
const shape = z.object({
  tool: z.string(),
  command: z.string(),
  cwd: z.string().optional(),
  rules: z.object({ allow: patterns, ask: patterns, deny: patterns }).optional(),
});

/** Lines end with a newline and nothing else: `readline` would also split where JSON may hold a line separator. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}

/** Answers each line with a line, as they come. Rules of a line are the run's layer, for that line alone. */
export async function* judgeLines(lines: AsyncIterable<string>, options: GuardOptions): AsyncGenerator<string> {
  const gate = createGuard(options);
  for await (const line of lines) {
    if (line.trim() !== '') yield `${JSON.stringify(judgeLine(line, options, gate))}\n`;
  }
}

function judgeLine(line: string, options: GuardOptions, gate: Gate): Decision {
  try {
    const { rules, ...request } = shape.parse(JSON.parse(line));
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
