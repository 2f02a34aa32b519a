// A command line, from its bytes to a decision: deny > phases S0 to 2 > allow > phases 3 to 7 > ask.

import type { Phase } from '../gate.js';
import type { Finding } from './finding.js';
import { ask, deny } from './finding.js';
import { judgeGeneral, pathsOf } from './general.js';
import type { Ground } from './paths/ground.js';
import { judgePath } from './paths/judge.js';
import { standpoints } from './paths/standpoints.js';
import { ruinOf } from './ruin/index.js';
import { allowsWords, liesBelow, meansPath, saysWord, stopsAll, stopsWords } from './rules/match.js';
import type { Rule, RuleBook } from './rules/pattern.js';
import { judgeScript } from './script.js';
import { show } from './show.js';
import { LONGEST_LINE, strangeCharacters } from './words/characters.js';
import type { Line, Run } from './words/line.js';
import { nameOf } from './words/name-of.js';
import { readLine } from './words/read-line.js';
import { plainCommand } from './words/syntax.js';

/** What came of a line: findings, or the reason why it runs. */
export type Judged =
  | { readonly findings: readonly Finding[]; readonly words?: readonly string[] }
  | { readonly allowed: Phase; readonly why: string };

const BOTTOMLESS = deny(
  '2',
  'depth',
  'it holds more commands than are read, or deeper within each other, or behind more options or folders',
);

type GroundsOf = (run: Run) => readonly Ground[];

/** Judges a command line. */
export function judgeBash(text: string, ground: Ground, rules: RuleBook): Judged {
  const strange = strangeCharacters(text);
  if (strange?.verdict === 'deny' || text.length > LONGEST_LINE) return { findings: strange ? [strange] : [] };
  const line = readLine(text);
  const groundsOf = line.bottomless ? undefined : standpoints(line, ground);
  if (!groundsOf) return { findings: [BOTTOMLESS] };
  const denied = deniedByRule(line, groundsOf, rules.deny) ?? ruinOf(line, groundsOf) ?? treasureIn(line, groundsOf);
  if (denied) return { findings: [denied] };
  const judged = strange ? { findings: [strange] } : judgePlain(text, ground, rules);
  if ('allowed' in judged) return judged;
  const rule = rules.ask.find((each) => stopsAll(each) || line.runs.some((run) => stopsRun(each, run)));
  return rule ? { ...judged, findings: [askedBy(rule), ...judged.findings] } : judged;
}

function judgePlain(text: string, ground: Ground, rules: RuleBook): Judged {
  const plain = plainCommand(text);
  if ('finding' in plain) return { findings: [plain.finding] };
  const words = plain.words.map((word) => word.text);
  if (!ground.cwd.inside)
    return {
      findings: [ask('5', ground.cwd.word, `it would run in ${show(ground.cwd.path)}, outside the project`)],
      words,
    };
  const exact = rules.allow.find((rule) => rule.pattern.of === 'argv' && allowsWords(rule, words));
  if (exact) return { allowed: 'rules', why: `${named(exact)} allows exactly this` };
  const script = judgeScript(words, ground);
  if (script?.length === 0)
    return { allowed: '6', why: 'it is the base commit’s own script, and every path is inside the project' };
  const findings = judgeGeneral(words, ground);
  const cover = rules.allow.find(
    (rule) =>
      allowsWords(rule, words) && findings.every(({ word, verdict }) => verdict === 'ask' && saysWord(rule, word)),
  );
  if (cover) return { allowed: 'rules', why: `${named(cover)} allows this` };
  if (script === null && findings.length === 0)
    return {
      allowed: '7D',
      why: `${show(words[0] ?? '')} is used in a way that is known, and every path is inside the project`,
    };
  return { findings: script ?? findings, words };
}

/** Whose rule it is, for a sentence. */
export function named({ text, layer }: Rule): string {
  const where = { project: 'the project’s', local: 'your own', run: 'this run’s' }[layer];
  return `${where} rule ${show(text)}`;
}

const askedBy = (rule: Rule) => ask('rules', rule.text, `${named(rule)} leaves it to a person`);

function deniedByRule(line: Line, groundsOf: GroundsOf, rules: readonly Rule[]): Finding | undefined {
  for (const rule of rules) {
    const stops = (run: Run) => stopsRun(rule, run) || groundsOf(run).some((ground) => touches(rule, run, ground));
    if (stopsAll(rule) || line.runs.some(stops)) return deny('rules', rule.text, `${named(rule)} forbids it`);
  }
  return undefined;
}

function stopsRun(rule: Rule, { words }: Run): boolean {
  return stopsWords(
    rule,
    nameOf(words),
    words.map(({ text }) => text),
  );
}

/** A path that a file tool may not touch is not touched by a command either. */
function touches(rule: Rule, run: Run, ground: Ground): boolean {
  if (rule.pattern.of !== 'path' || run.borrowed) return false;
  return usesOf(run, ground).some(({ word, use, from }) => {
    const tools = use === 'write' ? (['Write', 'Edit'] as const) : (['Read'] as const);
    const place = ground.place(word, from);
    const searches = use === 'tree' || use === 'search';
    return (
      meansPath(rule, tools, place, ground) ||
      (searches && liesBelow(rule, tools, place)) ||
      (use === 'tree' && meansBelow(place.path, (file) => meansPath(rule, tools, ground.place(file), ground), ground))
    );
  });
}

/** Something that really lies below a folder is meant. */
function meansBelow(folder: string, means: (file: string) => boolean, ground: Ground): boolean {
  return (
    ground.entryKind(folder) === 'folder' && (ground.below(folder) ?? []).some((name) => means(`${folder}/${name}`))
  );
}

function usesOf({ words, redirects }: Run, ground: Ground) {
  const led = redirects
    .filter(({ body }) => body === undefined)
    .map(({ to, operator }) => ({
      word: to.text,
      use: operator.includes('>') ? ('write' as const) : ('read' as const),
      from: undefined,
    }));
  return [
    ...pathsOf(
      words.map(({ text }) => text),
      ground,
    ),
    ...led,
  ];
}

/** What is never read, in any command of the line. */
function treasureIn(line: Line, groundsOf: GroundsOf): Finding | undefined {
  const looked = new Set<string>();
  for (const run of line.runs.filter(({ borrowed }) => !borrowed)) {
    for (const [ground, use] of groundsOf(run).flatMap((each) =>
      usesOf(run, each).map((use) => [each, use] as const),
    )) {
      const key = `${use.use} ${use.from ?? ground.cwd.path} ${use.word}`;
      if (looked.has(key)) continue;
      looked.add(key);
      const [worst] = judgePath(use, ground);
      if (worst?.verdict === 'deny') return worst;
    }
  }
  return undefined;
}
