// Judges a command line, for `Bash` calls. The order: deny rules, permission phases S0 to 2 (specs parent-session), allow rules, phases 3 to 7,
// ask rules. Used by index.ts; files.ts uses `namedRule`.

import type { GuardPhase } from '../ports/sandbox.js';
import { ask, deny, type Finding, show } from './finding.js';
import { forbiddenUseIn } from './forbidden/index.js';
import type { GuardContext } from './paths/context.js';
import { expandHome, judgePath } from './paths/judge.js';
import { judgePlainCommand, judgeScript, pathsOf } from './plain-command.js';
import { allowsWords, matchesPath, mayMatchBelow, namesWord, stopsAll, stopsWords } from './rules/match.js';
import type { Rule, RuleBook } from './rules/pattern.js';
import { MAX_LINE_LENGTH, suspiciousCharacters } from './shell/characters.js';
import { commandName, type Line, type ShellCommand } from './shell/line.js';
import { readLine } from './shell/read-line.js';
import { plainCommand } from './shell/syntax.js';

/** The result for a call: the objections to it, or the reason why it is allowed. `words`: the words of a plain command. */
export type Judgement =
  | { readonly findings: readonly Finding[]; readonly words?: readonly string[] }
  | { readonly allowed: GuardPhase; readonly why: string };

const TOO_COMPLEX = deny(
  '2',
  'depth',
  'it is too complex: too many commands, options or folders, or nested too deeply',
);

type ContextsOf = (command: ShellCommand) => readonly GuardContext[];

/** Judges a command line. */
export function judgeBash(text: string, context: GuardContext, rules: RuleBook): Judgement {
  const suspicious = suspiciousCharacters(text);
  if (suspicious?.verdict === 'deny' || text.length > MAX_LINE_LENGTH)
    return { findings: suspicious ? [suspicious] : [] };
  const line = readLine(text);
  const contextsOf = line.isTooComplex ? undefined : possibleFolders(line, context);
  if (!contextsOf) return { findings: [TOO_COMPLEX] };
  const denied =
    deniedByRule(line, contextsOf, rules.deny) ?? forbiddenUseIn(line, contextsOf) ?? secretIn(line, contextsOf);
  if (denied) return { findings: [denied] };
  const judged = suspicious ? { findings: [suspicious] } : judgePlain(text, context, rules);
  if ('allowed' in judged) return judged;
  const rule = rules.ask.find((each) => stopsAll(each) || line.commands.some((command) => stopsCommand(each, command)));
  return rule ? { ...judged, findings: [askedBy(rule), ...judged.findings] } : judged;
}

function judgePlain(text: string, context: GuardContext, rules: RuleBook): Judgement {
  const plain = plainCommand(text);
  if ('finding' in plain) return { findings: [plain.finding] };
  const words = plain.words.map((word) => word.text);
  if (!context.cwd.isInside)
    return {
      findings: [ask('5', context.cwd.word, `it would run in ${show(context.cwd.path)}, outside the project`)],
      words,
    };
  const exactRule = rules.allow.find((rule) => rule.pattern.of === 'argv' && allowsWords(rule, words));
  if (exactRule) return { allowed: 'rules', why: `${namedRule(exactRule)} allows exactly these words` };
  const script = judgeScript(words, context);
  if (script?.length === 0)
    return { allowed: '6', why: 'it is the base commit’s own script, and every path is inside the project' };
  const findings = judgePlainCommand(words, context);
  const coveringRule = rules.allow.find(
    (rule) =>
      allowsWords(rule, words) && findings.every(({ word, verdict }) => verdict === 'ask' && namesWord(rule, word)),
  );
  if (coveringRule) return { allowed: 'rules', why: `${namedRule(coveringRule)} allows this` };
  if (script === null && findings.length === 0)
    return {
      allowed: '7D',
      why: `${show(words[0] ?? '')} is used in a known form, and every path is inside the project`,
    };
  return { findings: script ?? findings, words };
}

/** Names a rule and its owner, for a sentence. */
export function namedRule({ text, layer }: Rule): string {
  const where = { project: 'the project’s', local: 'your own', run: 'this run’s' }[layer];
  return `${where} rule ${show(text)}`;
}

const askedBy = (rule: Rule) => ask('rules', rule.text, `${namedRule(rule)} requires a person’s approval`);

function deniedByRule(line: Line, contextsOf: ContextsOf, rules: readonly Rule[]): Finding | undefined {
  for (const rule of rules) {
    const stops = (command: ShellCommand) =>
      stopsCommand(rule, command) || contextsOf(command).some((context) => usesDeniedPath(rule, command, context));
    if (stopsAll(rule) || line.commands.some(stops)) return deny('rules', rule.text, `${namedRule(rule)} forbids it`);
  }
  return undefined;
}

function stopsCommand(rule: Rule, { words }: ShellCommand): boolean {
  return stopsWords(
    rule,
    commandName(words),
    words.map(({ text }) => text),
  );
}

/** Whether a command uses a path that a rule denies to file tools. */
function usesDeniedPath(rule: Rule, command: ShellCommand, context: GuardContext): boolean {
  if (rule.pattern.of !== 'path' || command.sharesWords) return false;
  return usesOf(command, context).some(({ word, use, from }) => {
    const tools = use === 'write' ? (['Write', 'Edit'] as const) : (['Read'] as const);
    const place = context.placeOf(word, from);
    const searches = use === 'tree' || use === 'search';
    return (
      matchesPath(rule, tools, place, context) ||
      (searches && mayMatchBelow(rule, tools, place)) ||
      (use === 'tree' &&
        matchesBelow(place.path, (file) => matchesPath(rule, tools, context.placeOf(file), context), context))
    );
  });
}

/** Whether any existing file below a folder matches. */
function matchesBelow(folder: string, matches: (file: string) => boolean, context: GuardContext): boolean {
  return (
    context.entryKind(folder) === 'folder' &&
    (context.filesBelow(folder) ?? []).some((name) => matches(`${folder}/${name}`))
  );
}

function usesOf({ words, redirects }: ShellCommand, context: GuardContext) {
  const redirected = redirects
    .filter(({ body }) => body === undefined)
    .map(({ to, operator }) => ({
      word: to.text,
      use: operator.includes('>') ? ('write' as const) : ('read' as const),
      from: undefined,
    }));
  return [
    ...pathsOf(
      words.map(({ text }) => text),
      context,
    ),
    ...redirected,
  ];
}

/** Denies the line if any of its commands uses a path that is never read. */
function secretIn(line: Line, contextsOf: ContextsOf): Finding | undefined {
  const judgedUses = new Set<string>();
  for (const command of line.commands.filter(({ sharesWords }) => !sharesWords)) {
    for (const [context, use] of contextsOf(command).flatMap((each) =>
      usesOf(command, each).map((use) => [each, use] as const),
    )) {
      const key = `${use.use} ${use.from ?? context.cwd.path} ${use.word}`;
      if (judgedUses.has(key)) continue;
      judgedUses.add(key);
      const [worst] = judgePath(use, context);
      if (worst?.verdict === 'deny') return worst;
    }
  }
  return undefined;
}

/** Limits; lines with more folders or lookups are denied as too complex. */
const MAX_FOLDERS = 8;
const MAX_LOOKUPS = 2000;

/**
 * The folders in which each command of a line may run: the call's own, and every folder that an earlier `cd` names. Whether a `cd` runs,
 * and for which commands (`( )`, `||`, functions), is not decided; a command is judged in all of them. Undefined if a limit is exceeded.
 */
function possibleFolders(
  line: Line,
  context: GuardContext,
): ((command: ShellCommand) => readonly GuardContext[]) | undefined {
  const found = new Map<ShellCommand, readonly GuardContext[]>();
  let folders: readonly GuardContext[] = [context];
  for (const command of line.commands) {
    found.set(command, folders);
    const target = cdTarget(command, context.home);
    const last = folders.at(-1) ?? context;
    if (target === undefined) continue;
    const place = last.placeOf(target);
    if (folders.some(({ cwd }) => cwd.path === place.path)) continue;
    folders = [...folders, contextAt(context, place)];
    if (folders.length > MAX_FOLDERS || folders.length * line.commands.length > MAX_LOOKUPS) return undefined;
  }
  return (command) => found.get(command) ?? [context];
}

function contextAt(context: GuardContext, cwd: GuardContext['cwd']): GuardContext {
  return { ...context, cwd, placeOf: (word, from = cwd.path) => context.placeOf(word, from) };
}

/** The folder that a `cd` names; undefined if the shell would expand it first. */
function cdTarget({ words }: ShellCommand, home: string): string | undefined {
  if (!['cd', 'pushd', 'chdir'].includes(commandName(words))) return undefined;
  const target = words.slice(1).find(({ text }) => !text.startsWith('-'));
  if (target === undefined) return words.length === 1 ? home : undefined;
  const text = expandHome(target.text, home);
  return target.isLiteral || (text !== target.text && !/[*?[{$`]/.test(text)) ? text : undefined;
}
