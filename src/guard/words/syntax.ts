import { type Command, parse, type Statement } from 'unbash';
import { ask, type Finding } from '../finding.js';
import { show } from '../show.js';
import { targetOf } from './read-line.js';
import { type Spelled, spell } from './spell.js';

/** A line that is one command with plain words, or the first thing that makes it more. */
export type Plain = { readonly words: readonly Spelled[] } | { readonly finding: Finding };

const more = (word: string, why: string) => ({ finding: ask('2', word, why) });

/** Phases 1.5 and 2: takes harmless endings off, and refuses every other piece of syntax. */
export function plainCommand(text: string): Plain {
  const script = parse(text);
  if (script.errors?.length) return more('', 'it does not end where a shell would expect it');
  const [statement, second] = script.commands;
  if (!statement) return more('', 'there is no command in it');
  if (second) return more(text.slice(second.pos, second.end), MORE);
  if (statement.background) return more('&', '`&` leaves it running behind');
  const command = withoutEnding(statement);
  if (command?.type !== 'Command')
    return more(command?.type ?? '', pipeline(statement.command) ?? SYNTAX[statement.command.type] ?? MORE);
  return plainWords(command) ?? unseen(text, statement) ?? { words: wordsOf(command) };
}

const MORE = 'it is more than one command';

/** `! ls` and `time ls` are one command, and something besides. */
function pipeline(command: Statement['command']): string | undefined {
  if (command.type !== 'Pipeline') return undefined;
  if (command.commands.length > 1) return `${MORE} (\`|\`)`;
  return command.prefixes.some(({ type }) => type === 'Time')
    ? '`time` measures it, which is more than running it'
    : '`!` turns its exit code around';
}

const SYNTAX: Readonly<Record<string, string>> = {
  AndOr: 'it is more than one command (`&&` or `||`)',
  Subshell: '`( )` starts a shell of its own',
  BraceGroup: '`{ }` groups commands',
  Function: 'it makes a function, which could stand for another command later',
  Coproc: '`coproc` leaves it running behind',
  TestCommand: '`[[ ]]` evaluates words even where they are quoted',
  ArithmeticCommand: '`(( ))` evaluates words even where they are quoted',
};

/** `… || true`, `… || :` and `… || echo words` change nothing but the exit code. */
function withoutEnding({ command }: Statement): Statement['command'] | undefined {
  if (command.type !== 'AndOr') return command;
  const [first, ...rest] = command.commands;
  const harmless = rest.every((each) => each.type === 'Command' && isHarmlessEnding(each));
  return harmless && command.operators.every((operator) => operator === '||') ? first : command;
}

function isHarmlessEnding(command: Command): boolean {
  const words = wordsOf(command);
  const name = words[0]?.text ?? '';
  const plain = plainWords(command) === undefined;
  return plain && (name === 'echo' || ((name === 'true' || name === ':') && words.length === 1));
}

/** Whether every word is what it says, and nothing is set or redirected but to nowhere. */
function plainWords(command: Command): { readonly finding: Finding } | undefined {
  if (command.prefix.some(({ type }) => type === 'Assignment'))
    return more(text(command.prefix[0]), 'a variable in front changes what the command does');
  for (const target of command.redirects.map(targetOf)) {
    if (!isHarmless(target)) return more(target.to.text, connects(target));
  }
  for (const argument of [...(command.name ? [command.name] : []), ...command.args]) {
    if (argument.type !== 'Word' || !spell(argument).literal)
      return more(argument.text, `the shell would put something else where ${show(argument.text)} stands`);
  }
  return undefined;
}

function connects({ operator, to }: ReturnType<typeof targetOf>): string {
  if (operator.startsWith('<<')) return `\`${operator}\` gives it a text to read`;
  if (operator !== '>&' && operator !== '<&') return `\`${operator}\` connects it to a file`;
  if (to.text === '-') return `\`${operator}-\` closes what it reads from or writes to`;
  return `\`${operator}\` connects it to ${/^\d+$/.test(to.text) ? 'another stream' : 'a file'}`;
}

const text = (node: Command['prefix'][number] | undefined) => (node?.type === 'Assignment' ? node.text : '');

/** `2>&1` and its like, and everything to and from `/dev/null`. */
function isHarmless({ operator, descriptor, to }: ReturnType<typeof targetOf>): boolean {
  if (!to.literal || (descriptor !== undefined && ![0, 1, 2].includes(Number(descriptor)))) return false;
  if (operator === '>&' || operator === '<&') return ['0', '1', '2'].includes(to.text);
  return ['>', '>>', '<', '&>', '&>>', '>|'].includes(operator) && to.text === '/dev/null';
}

function wordsOf(command: Command): readonly Spelled[] {
  return [command.name, ...command.args].flatMap((word) => (word?.type === 'Word' ? [spell(word)] : []));
}

/**
 * Between the words of a line stand blanks, operators that were looked at, and nothing else: no comment, no continued line. Whatever
 * the reader left out is found here, so that what was judged is what there is.
 */
function unseen(source: string, { command }: Statement): { readonly finding: Finding } | undefined {
  const commands = command.type === 'AndOr' ? command.commands : [command];
  let at = 0;
  for (const [nth, each] of commands.entries()) {
    let glue = nth === 0 ? /^[ \t]*$/ : /^[ \t]*\|\|[ \t]*$/;
    for (const part of each.type === 'Command' ? partsOf(each) : []) {
      const gap = source.slice(at, Math.max(at, part.pos));
      if (!glue.test(gap)) return more(gap.trim(), `${show(gap.trim())} stands between its words`);
      at = Math.max(at, part.end);
      glue = /^[ \t]*$/;
    }
  }
  const rest = source.slice(at).trimEnd();
  return rest === '' ? undefined : more(rest, `${show(rest.trim())} stands behind it`);
}

function partsOf(command: Command): readonly { readonly pos: number; readonly end: number }[] {
  const parts = [...(command.name ? [command.name] : []), ...command.args, ...command.redirects];
  return parts.sort((one, other) => one.pos - other.pos);
}
