// Runs a command line: a command of the terminal (commands/), help, or a `/crew` command (run.ts). entry.ts calls it. Each command is loaded when
// it is called, so that `crew help` is fast.
import { UserError } from '../ports/errors.js';
import { readEnv, version } from '../services/env.js';
import { reportError } from '../services/process.js';
import { type Language, messages } from '../text/lang/index.js';
import { nearest } from '../text/nearest.js';
import { commandHelpPage, helpPage } from '../view/help.js';
import { paintFor } from '../view/terminal.js';
import { terminalMarkdown } from '../view/terminal-markdown.js';
import { threadCommands } from '../workflows/instant.js';
import { cliCommands } from './commands/index.js';
import { type CliCall, type CliOutput, readCall, readFlags, rootOf, terminalLanguage } from './flags.js';

/** The parts of the process that the command line uses. Tests pass their own. */
export interface Terminal {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly colors: boolean;
  readonly input: () => Promise<string>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** Runs one command line. Returns the exit code. */
export async function cli(terminal: Terminal): Promise<number> {
  const json = terminal.argv.includes('--json');
  try {
    const output = await outputOf(terminal);
    const text = json && output.json !== undefined ? JSON.stringify(output.json, null, 2) : output.text;
    if (text) terminal.out(text.endsWith('\n') ? text : `${text}\n`);
    return output.exit;
  } catch (error) {
    const lang = terminalLanguage(terminal.argv, terminal.env);
    return reportError(error, { json, lang, out: terminal.out, err: terminal.err });
  }
}

async function outputOf(terminal: Terminal): Promise<CliOutput> {
  const { flags: given, rest } = readFlags(terminal.argv);
  const flags = { ...given, root: rootOf(given.root) };
  const env = readEnv(terminal.env);
  const isColored = flags.color && env.color && terminal.colors && !flags.json;
  const paint = paintFor(isColored);
  const markdown = (text: string) => (isColored ? terminalMarkdown(text, paint) : text);
  const log = (line: string) => (flags.quiet ? undefined : terminal.err(`${line}\n`));
  const [name = 'help', ...words] = rest;
  const call: CliCall = {
    flags,
    words,
    options: {},
    env,
    lang: terminalLanguage(terminal.argv, terminal.env),
    paint,
    markdown,
    input: terminal.input,
    log,
  };
  if (flags.version) return { text: version, json: { version }, exit: 0 };
  const entry = cliCommands.find((each) => each.name === name);
  if (entry && !flags.help) {
    return (await entry.load())({ ...call, ...readCall(entry, words, call.lang) });
  }
  if (flags.help && name !== 'help') return usageOf(name, call);
  if (name === 'help') {
    const [named] = words;
    return named === undefined ? help(call) : usageOf(named, call);
  }
  if (!threadCommands().some((each) => each.name === name)) throw unknownCommand(name, call.lang);
  const { run } = await import('./run.js');
  return run(name, call);
}

/** The commands of the terminal, in the form in which help shows `/crew` commands. */
const terminalCommands = () =>
  cliCommands.map(({ name, usage, summary, explained, example, comment }) => ({
    name,
    usage,
    summary,
    explained: explained.map(({ name: flag, en, ja }) => ({ name: flag, en, ja })),
    example,
    terminalExample: example,
    comment,
  }));

function help({ lang, paint }: CliCall): CliOutput {
  const thread = threadCommands();
  const terminal = terminalCommands();
  return {
    text: helpPage({ thread, terminal, lang, paint }),
    // In the JSON the example as typed at a terminal is `typed`.
    json: {
      version,
      commands: [...thread, ...terminal.map(({ comment: _comment, ...command }) => command)].map(
        ({ terminalExample, ...command }) => ({
          ...command,
          typed: terminalExample,
        }),
      ),
    },
    exit: 0,
  };
}

function usageOf(named: string, { lang, paint }: CliCall): CliOutput {
  const name = named.replace(/^\//, '');
  // `apply` has another meaning in comments. Its page has both.
  const found = [...terminalCommands(), ...threadCommands()].filter((each) => each.name === name);
  const [first] = found;
  if (!first) throw unknownCommand(name, lang);
  const { usage, summary, explained, example } = first;
  const pages = 'comment' in first && first.comment !== undefined ? [first] : found;
  const text = pages.map((line) => commandHelpPage(line, lang, paint)).join('\n\n');
  return { text, json: { name, usage, summary, explained, example }, exit: 0 };
}

function unknownCommand(name: string, lang: Language): UserError {
  const known = [...threadCommands(), ...cliCommands].map((each) => each.name);
  const similar = nearest(name.toLowerCase(), known);
  return new UserError({
    expected: 'a command of crew',
    found: `"${name}"`,
    remedy: similar ? `Did you mean \`crew ${similar}\`?` : 'See `crew help`.',
    sentence: messages(lang).unknownTyped({ found: name, meant: similar }),
  });
}
