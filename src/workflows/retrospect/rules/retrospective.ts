// The files of phase 4: retrospective.md, and what is appended to execution_log.yaml when proposals are decided. Pure.
import { stringify } from 'yaml';
import { candidateLine, RETROSPECTIVE_SECTION } from './candidates.js';
import type { Item, ItemOf } from './list.js';
import { type Dropped, scoreOf, skillScore } from './proposals.js';

export interface Retrospective {
  readonly cmd: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly mode: 'full' | 'light';
  readonly items: readonly Item[];
  readonly dropped: readonly Dropped[];
  readonly failures: string;
  readonly successes: string;
  readonly signals: number;
}

export const ofKind = <K extends Item['kind']>(items: readonly Item[], kind: K): readonly ItemOf<K>[] =>
  items.filter((each): each is ItemOf<K> => each.kind === kind);

const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
};

/** The document that the retrospector's answer makes. Its front matter says how many proposals were adopted. */
export function retrospectiveText(of: Retrospective): string {
  const improvements = ofKind(of.items, 'improvement');
  const skills = ofKind(of.items, 'skill');
  const none = '(none)';
  const front = [
    '---',
    `cmd_id: "${of.cmd}"`,
    `date: "${of.date}"`,
    `mode: ${of.mode}`,
    `improvements_accepted: ${improvements.length}`,
    `skills_accepted: ${skills.length}`,
    `knowledge_candidates: ${ofKind(of.items, 'knowledge').length}`,
    `lp_signals: ${of.signals}`,
    '---',
  ];
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ...(of.mode === 'full' ? [['## Failure Analysis', [of.failures || none]] as const] : []),
    ['## Success Analysis', [of.successes || none]],
    ['## Improvements', improvements.length === 0 ? [none] : improvements.map(improvementText)],
    ['## Skills', skills.length === 0 ? [none] : skills.map(skillText)],
    [RETROSPECTIVE_SECTION, lines(ofKind(of.items, 'knowledge').map((each) => candidateLine(each.of)))],
    ['## Not proposed', lines(of.dropped.map(({ title, verdict, why }) => `- ${title}: ${verdict} (${why})`))],
  ];
  const body = sections.map(([heading, parts]) => [heading, ...parts].join('\n\n'));
  return `${front.join('\n')}\n\n# Retrospective: ${of.cmd}\n\n${body.join('\n\n')}\n`;
}

const lines = (all: readonly string[]): readonly string[] => [all.length === 0 ? '(none)' : all.join('\n')];

const improvementText = ({ id, of }: ItemOf<'improvement'>): string =>
  [
    `### ${id}: ${of.title}`,
    `- Target: ${of.target}\n- Kind: ${of.kind}\n- Score: ${scoreOf(of).toFixed(2)}`,
    of.description,
    `**Evidence**: ${of.evidence}`,
    ...of.edits.map(editText),
  ].join('\n\n');

/** An edit as a person reads it: the text that goes, and the text that comes. */
export const editText = ({
  path,
  find,
  replace,
}: {
  path: string;
  find?: string | undefined;
  replace: string;
}): string =>
  find === undefined
    ? `\`${path}\` (+)\n\n${fenced(replace)}`
    : `\`${path}\` (−)\n\n${fenced(find)}\n\n(+)\n\n${fenced(replace)}`;

const skillText = ({ id, of }: ItemOf<'skill'>): string =>
  [
    `### ${id}: ${of.name}`,
    `- Usage: \`${of.usage}\`\n- Score: ${skillScore(of)}/15`,
    of.description,
    of.steps.map((step, n) => `${n + 1}. ${step}`).join('\n'),
    `**Evidence**: ${of.evidence}`,
  ].join('\n\n');

export interface AppliedEntry {
  readonly id: string;
  readonly decision: 'approved' | 'rejected';
  readonly at: string;
  readonly by: string;
  /** What came of it: a commit, a pull request, an entity, or why nothing did. */
  readonly outcome: string;
}

/** Appended to execution_log.yaml when proposals were decided. */
export const appliedText = (entries: readonly AppliedEntry[]): string => stringify({ approvals: entries });
