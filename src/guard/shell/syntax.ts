// Decides whether a line is one plain command. Used for command lines (../bash.ts) and for the patterns of rules (../rules/pattern.ts).
import { type Command, parse, type Statement } from 'unbash';
import { ask, type Finding, show } from '../finding.js';
import { type ShellWord, shellWord } from './line.js';
import { targetOf } from './read-line.js';

/** The words of a line that is one plain command, or the first piece of syntax that makes it more. */
export type PlainCommand = { readonly words: readonly ShellWord[] } | { readonly finding: Finding };

const notPlain = (word: string, why: string) => ({ finding: ask('2', word, why) });

/** Permission phases 1.5 and 2: ignores harmless endings such as `|| true`, and asks about every other piece of syntax. */
export function plainCommand(text: string): PlainCommand {
  const script = parse(text);
  if (script.errors?.length) return notPlain('', 'it is not complete shell syntax');
  const [statement, second] = script.commands;
  if (!statement) return notPlain('', 'it holds no command');
  if (second) return notPlain(text.slice(second.pos, second.end), SEVERAL_COMMANDS);
  if (statement.background) return notPlain('&', '`&` starts it in the background');
  const command = withoutEnding(statement);
  if (command?.type !== 'Command')
    return notPlain(
      command?.type ?? '',
      pipeline(statement.command) ?? SYNTAX[statement.command.type] ?? SEVERAL_COMMANDS,
    );
  return findingInWords(command) ?? unparsedText(text, statement) ?? { words: wordsOf(command) };
}

const SEVERAL_COMMANDS = 'it is more than one command';

/** `! ls` and `time ls` are pipelines of one command. */
function pipeline(command: Statement['command']): string | undefined {
  if (command.type !== 'Pipeline') return undefined;
  if (command.commands.length > 1) return `${SEVERAL_COMMANDS} (\`|\`)`;
  return command.prefixes.some(({ type }) => type === 'Time')
    ? '`time` adds a measurement to the command'
    : '`!` inverts its exit code';
}

/** Why a line of another syntax is no plain command, by the parser's node type. */
const SYNTAX: Readonly<Record<string, string>> = {
  AndOr: 'it is more than one command (`&&` or `||`)',
  Subshell: '`( )` starts a shell of its own',
  BraceGroup: '`{ }` groups commands',
  Function: 'it defines a function, which could replace another command',
  Coproc: '`coproc` starts it in the background',
  TestCommand: '`[[ ]]` evaluates words even where they are quoted',
  ArithmeticCommand: '`(( ))` evaluates words even where they are quoted',
};

/** `… || true`, `… || :` and `… || echo words` only change the exit code. */
function withoutEnding({ command }: Statement): Statement['command'] | undefined {
  if (command.type !== 'AndOr') return command;
  const [first, ...rest] = command.commands;
  const endsHarmlessly = rest.every((each) => each.type === 'Command' && isHarmlessEnding(each));
  return endsHarmlessly && command.operators.every((operator) => operator === '||') ? first : command;
}

function isHarmlessEnding(command: Command): boolean {
  const words = wordsOf(command);
  const name = words[0]?.text ?? '';
  const isPlain = findingInWords(command) === undefined;
  return isPlain && (name === 'echo' || ((name === 'true' || name === ':') && words.length === 1));
}

/** The finding unless every word is literal, no variable is set, and redirections go to /dev/null only. */
function findingInWords(command: Command): { readonly finding: Finding } | undefined {
  if (command.prefix.some(({ type }) => type === 'Assignment'))
    return notPlain(text(command.prefix[0]), 'a variable in front changes what the command does');
  for (const target of command.redirects.map(targetOf)) {
    if (!isHarmless(target)) return notPlain(target.to.text, connects(target));
  }
  for (const argument of [...(command.name ? [command.name] : []), ...command.args]) {
    if (argument.type !== 'Word' || !shellWord(argument).isLiteral)
      return notPlain(argument.text, `the shell would expand ${show(argument.text)}`);
  }
  return undefined;
}

function connects({ operator, to }: ReturnType<typeof targetOf>): string {
  if (operator.startsWith('<<')) return `\`${operator}\` passes it a text as input`;
  if (operator !== '>&' && operator !== '<&') return `\`${operator}\` connects it to a file`;
  if (to.text === '-') return `\`${operator}-\` closes what it reads from or writes to`;
  return `\`${operator}\` connects it to ${/^\d+$/.test(to.text) ? 'another stream' : 'a file'}`;
}

const text = (node: Command['prefix'][number] | undefined) => (node?.type === 'Assignment' ? node.text : '');

/** Whether a redirection is harmless: `2>&1` and similar, and those to and from `/dev/null`. */
function isHarmless({ operator, descriptor, to }: ReturnType<typeof targetOf>): boolean {
  if (!to.isLiteral || (descriptor !== undefined && ![0, 1, 2].includes(Number(descriptor)))) return false;
  if (operator === '>&' || operator === '<&') return ['0', '1', '2'].includes(to.text);
  return ['>', '>>', '<', '&>', '&>>', '>|'].includes(operator) && to.text === '/dev/null';
}

function wordsOf(command: Command): readonly ShellWord[] {
  return [command.name, ...command.args].flatMap((word) => (word?.type === 'Word' ? [shellWord(word)] : []));
}

/**
 * Checks that only blanks and known operators stand between the words: no comment, no continued line. Detects text that the parser
 * skipped, which would otherwise run unjudged.
 */
function unparsedText(source: string, { command }: Statement): { readonly finding: Finding } | undefined {
  const commands = command.type === 'AndOr' ? command.commands : [command];
  let at = 0;
  for (const [index, each] of commands.entries()) {
    let allowedGap = index === 0 ? /^[ \t]*$/ : /^[ \t]*\|\|[ \t]*$/;
    for (const part of each.type === 'Command' ? partsOf(each) : []) {
      const gap = source.slice(at, Math.max(at, part.pos));
      if (!allowedGap.test(gap))
        return notPlain(gap.trim(), `${show(gap.trim())} is between its words and is not part of a plain command`);
      at = Math.max(at, part.end);
      allowedGap = /^[ \t]*$/;
    }
  }
  const rest = source.slice(at).trimEnd();
  return rest === '' ? undefined : notPlain(rest, `${show(rest.trim())} follows the command and is not part of it`);
}

function partsOf(command: Command): readonly { readonly pos: number; readonly end: number }[] {
  const parts = [...(command.name ? [command.name] : []), ...command.args, ...command.redirects];
  return parts.sort((one, other) => one.pos - other.pos);
}
