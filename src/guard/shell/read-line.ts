// Parses a command line into every command that it would run.
import { type Command, forEachChild, parse, type Redirection, type SyntaxNode } from 'unbash';
import { innerCommands, MAX_TAILS } from './inner-commands.js';
import { type Line, type Run, type ShellWord, shellWord, type Target } from './line.js';
import { hidesSubcommand } from './subcommands.js';

/** Maximum nesting of shell texts: `sh -c "sh -c '…'"`. */
const MAX_DEPTH = 8;
/** Maximum nesting of syntax nodes; deeper nesting would overflow the stack. */
const MAX_SYNTAX_DEPTH = 600;
/** Maximum number of commands in a line. */
const MAX_COMMANDS = 5000;

interface Reading {
  readonly runs: Run[];
  readonly pipes: Run[][];
  tooComplex: boolean;
  /** Syntax nodes around the current one, within its text. */
  level: number;
}

interface Enclosing {
  readonly within: Run | null;
  readonly functions: readonly string[];
  readonly wrapper: string | null;
  /** Shell texts around it. */
  readonly depth: number;
}

/** Parses a line into every command that it would run, including commands that other commands start. */
export function readLine(text: string): Line {
  const reading: Reading = { runs: [], pipes: [], tooComplex: false, level: 0 };
  readText(text, { within: null, functions: [], wrapper: null, depth: 0 }, reading);
  return reading;
}

function readText(text: string, enclosing: Enclosing, into: Reading): void {
  const around = into.level;
  into.level = 0;
  if (enclosing.depth > MAX_DEPTH || into.runs.length > MAX_COMMANDS) into.tooComplex = true;
  else visit(parse(text), enclosing, into);
  into.level = around;
}

function visit(node: SyntaxNode, enclosing: Enclosing, into: Reading): void {
  into.level += 1;
  if (into.level > MAX_SYNTAX_DEPTH) into.tooComplex = true;
  else if (node.type === 'Command') visitCommand(node, enclosing, into);
  else visitOther(node, enclosing, into);
  into.level -= 1;
}

function visitOther(node: Exclude<SyntaxNode, Command>, enclosing: Enclosing, into: Reading): void {
  const inside =
    node.type === 'Function' ? { ...enclosing, functions: [...enclosing.functions, node.name.value] } : enclosing;
  const from = into.runs.length;
  forEachChild(node, (child) => visit(child, inside, into));
  if (node.type === 'Pipeline') into.pipes.push(into.runs.slice(from));
}

function visitCommand(node: Command, enclosing: Enclosing, into: Reading): void {
  const run = runOf(node, enclosing);
  into.runs.push(run);
  const inside = { ...enclosing, within: run };
  forEachChild(node, (child) => visit(child, inside, into));
  readInner(run, enclosing.depth + 1, into);
}

/** Adds the commands that a command would start. */
function readInner(run: Run, depth: number, into: Reading): void {
  const { commands, texts } = innerCommands(run);
  if (commands.length > MAX_TAILS || hidesSubcommand(run.words)) into.tooComplex = true;
  const wrapper = run.words[0]?.text ?? '';
  const { within, functions } = run;
  for (const words of commands) {
    const inner: Run = { ...run, words, redirects: [], assigns: false, wrapper, sharesWords: true };
    into.runs.push(inner);
    if (hidesSubcommand(words)) into.tooComplex = true;
    // The outer command's later words have been added already; only the texts are new.
    for (const text of innerCommands(inner).texts) readText(text, { within, functions, wrapper, depth }, into);
  }
  for (const text of texts) readText(text, { within, functions, wrapper, depth }, into);
}

function runOf(node: Command, { within, functions, wrapper }: Enclosing): Run {
  const words: ShellWord[] = node.name ? [shellWord(node.name)] : [];
  for (const argument of node.args)
    words.push(argument.type === 'Word' ? shellWord(argument) : { text: argument.text, literal: false });
  return {
    words,
    redirects: node.redirects.map(targetOf),
    assigns: node.prefix.some(({ type }) => type === 'Assignment'),
    within,
    functions,
    wrapper,
    sharesWords: false,
  };
}

/** A redirection with its target. */
export function targetOf(redirect: Redirection): Target {
  const { operator } = redirect;
  const descriptor =
    redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : redirect.descriptor?.name;
  if (redirect.type === 'HereDoc')
    return { operator, descriptor, to: { text: '', literal: false }, body: redirect.body.text };
  const to = redirect.target ? shellWord(redirect.target) : { text: '', literal: false };
  return { operator, descriptor, to, ...(redirect.type === 'HereString' ? { body: to.text } : {}) };
}
