// Parses a command line into every command that it would run, including those that other commands start. Used by ../bash.ts and syntax.ts.
import { type Command, forEachChild, parse, type Redirection, type SyntaxNode } from 'unbash';
import { innerCommands, MAX_INNER_COMMANDS } from './inner-commands.js';
import { type Line, type RedirectTarget, type ShellCommand, type ShellWord, shellWord } from './line.js';
import { hidesSubcommand } from './subcommands.js';

/** Maximum nesting of shell texts: `sh -c "sh -c '…'"`. */
const MAX_DEPTH = 8;
/** Maximum nesting of syntax nodes; deeper nesting would overflow the stack. */
const MAX_SYNTAX_DEPTH = 600;
/** Maximum number of commands in a line. */
const MAX_COMMANDS = 5000;

interface Reading {
  readonly commands: ShellCommand[];
  readonly pipelines: ShellCommand[][];
  isTooComplex: boolean;
  /** The depth of the current syntax node in its text. */
  level: number;
}

/** What surrounds the text or node that is read. */
interface Enclosing {
  readonly outerCommand: ShellCommand | null;
  readonly functions: readonly string[];
  readonly wrapper: string | null;
  /** How many shell texts contain the current text, as in `sh -c "…"`. */
  readonly depth: number;
}

export function readLine(text: string): Line {
  const reading: Reading = { commands: [], pipelines: [], isTooComplex: false, level: 0 };
  readText(text, { outerCommand: null, functions: [], wrapper: null, depth: 0 }, reading);
  return reading;
}

function readText(text: string, enclosing: Enclosing, reading: Reading): void {
  const outerLevel = reading.level;
  reading.level = 0;
  if (enclosing.depth > MAX_DEPTH || reading.commands.length > MAX_COMMANDS) reading.isTooComplex = true;
  else visit(parse(text), enclosing, reading);
  reading.level = outerLevel;
}

function visit(node: SyntaxNode, enclosing: Enclosing, reading: Reading): void {
  reading.level += 1;
  if (reading.level > MAX_SYNTAX_DEPTH) reading.isTooComplex = true;
  else if (node.type === 'Command') visitCommand(node, enclosing, reading);
  else visitOther(node, enclosing, reading);
  reading.level -= 1;
}

function visitOther(node: Exclude<SyntaxNode, Command>, enclosing: Enclosing, reading: Reading): void {
  const inside =
    node.type === 'Function' ? { ...enclosing, functions: [...enclosing.functions, node.name.value] } : enclosing;
  const from = reading.commands.length;
  forEachChild(node, (child) => visit(child, inside, reading));
  if (node.type === 'Pipeline') reading.pipelines.push(reading.commands.slice(from));
}

function visitCommand(node: Command, enclosing: Enclosing, reading: Reading): void {
  const command = shellCommandOf(node, enclosing);
  reading.commands.push(command);
  const inside = { ...enclosing, outerCommand: command };
  forEachChild(node, (child) => visit(child, inside, reading));
  readInnerCommands(command, enclosing.depth + 1, reading);
}

/** Adds the commands that a command would start. */
function readInnerCommands(command: ShellCommand, depth: number, reading: Reading): void {
  const { commands: inner, texts } = innerCommands(command);
  if (inner.length > MAX_INNER_COMMANDS || hidesSubcommand(command.words)) reading.isTooComplex = true;
  const wrapper = command.words[0]?.text ?? '';
  const { outerCommand, functions } = command;
  for (const words of inner) {
    const innerCommand: ShellCommand = {
      ...command,
      words,
      redirects: [],
      wrapper,
      sharesWords: true,
    };
    reading.commands.push(innerCommand);
    if (hidesSubcommand(words)) reading.isTooComplex = true;
    // The outer command's later words have been added already; only the texts are new.
    for (const text of innerCommands(innerCommand).texts)
      readText(text, { outerCommand, functions, wrapper, depth }, reading);
  }
  for (const text of texts) readText(text, { outerCommand, functions, wrapper, depth }, reading);
}

function shellCommandOf(node: Command, { outerCommand, functions, wrapper }: Enclosing): ShellCommand {
  const words: ShellWord[] = node.name ? [shellWord(node.name)] : [];
  for (const argument of node.args)
    words.push(argument.type === 'Word' ? shellWord(argument) : { text: argument.text, isLiteral: false });
  return {
    words,
    redirects: node.redirects.map(targetOf),
    outerCommand,
    functions,
    wrapper,
    sharesWords: false,
  };
}

/** A redirection with its target. */
export function targetOf(redirect: Redirection): RedirectTarget {
  const { operator } = redirect;
  const descriptor =
    redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : redirect.descriptor?.name;
  if (redirect.type === 'HereDoc')
    return { operator, descriptor, to: { text: '', isLiteral: false }, body: redirect.body.text };
  const to = redirect.target ? shellWord(redirect.target) : { text: '', isLiteral: false };
  return { operator, descriptor, to, ...(redirect.type === 'HereString' ? { body: to.text } : {}) };
}
