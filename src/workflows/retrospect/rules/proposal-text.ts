// Proposals as text: retrospective.md, the list for approval in threads and terminals, and the entries of execution_log.yaml. Pure. Used by
// all parts of `retrospect` that write texts.
import { stringify } from 'yaml';
import type { Proposal as PreferenceProposal } from '../../../memory/preferences/state.js';
import type { LearnMessages } from '../messages.en.js';
import { candidateLine, RETROSPECTIVE_SECTION } from './candidates.js';
import type { Item, ItemOf } from './list.js';
import { type Dropped, PRIORITIES, type Priority, scoreOf, skillScore } from './proposals.js';

/**
 * The content of retrospective.md. Adopted: the proposal passed the filter, and people are asked about it. Approved: a person said yes. The keys
 * `…_accepted` of its front matter count adopted proposals.
 */
interface Retrospective {
  readonly cmd: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly mode: 'full' | 'light';
  readonly items: readonly Item[];
  /** Proposals that the filter left out. */
  readonly dropped: readonly Dropped[];
  readonly failures: string;
  readonly successes: string;
  /** The number of preference signals. */
  readonly signals: number;
}

const ofKind = <K extends Item['kind']>(items: readonly Item[], kind: K): readonly ItemOf<K>[] =>
  items.filter((each): each is ItemOf<K> => each.kind === kind);

/** A code block whose fence is longer than any in the text. */
const fenced = (text: string): string => {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, '')}\n${fence}`;
};

/** The text of retrospective.md. Its front matter has the numbers of adopted proposals. */
export function retrospectiveText(retrospective: Retrospective): string {
  const improvements = ofKind(retrospective.items, 'improvement');
  const skills = ofKind(retrospective.items, 'skill');
  const none = '(none)';
  const front = [
    '---',
    `cmd_id: "${retrospective.cmd}"`,
    `date: "${retrospective.date}"`,
    `mode: ${retrospective.mode}`,
    `improvements_accepted: ${improvements.length}`,
    `skills_accepted: ${skills.length}`,
    `knowledge_candidates: ${ofKind(retrospective.items, 'knowledge').length}`,
    `lp_signals: ${retrospective.signals}`,
    '---',
  ];
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ...(retrospective.mode === 'full' ? [['## Failure Analysis', [retrospective.failures || none]] as const] : []),
    ['## Success Analysis', [retrospective.successes || none]],
    ['## Improvements', improvements.length === 0 ? [none] : improvements.map(improvementText)],
    ['## Skills', skills.length === 0 ? [none] : skills.map(skillText)],
    [RETROSPECTIVE_SECTION, lines(ofKind(retrospective.items, 'knowledge').map((each) => candidateLine(each.of)))],
    [
      '## Not proposed',
      lines(retrospective.dropped.map(({ title, verdict, why }) => `- ${title}: ${verdict} (${why})`)),
    ],
  ];
  const body = sections.map(([heading, parts]) => [heading, ...parts].join('\n\n'));
  return `${front.join('\n')}\n\n# Retrospective: ${retrospective.cmd}\n\n${body.join('\n\n')}\n`;
}

/** The lines as one block. */
const lines = (all: readonly string[]): readonly string[] => [all.length === 0 ? '(none)' : all.join('\n')];

const improvementText = ({ id, of: proposal }: ItemOf<'improvement'>): string =>
  [
    `### ${id}: ${proposal.title}`,
    `- Target: ${proposal.target}\n- Kind: ${proposal.kind}\n- Score: ${scoreOf(proposal).toFixed(2)}`,
    proposal.description,
    `**Evidence**: ${proposal.evidence}`,
    ...proposal.edits.map(editText),
  ].join('\n\n');

/** An edit for people: the removed text, then the added text. */
const editText = ({ path, find, replace }: { path: string; find?: string | undefined; replace: string }): string =>
  find === undefined
    ? `\`${path}\` (+)\n\n${fenced(replace)}`
    : `\`${path}\` (−)\n\n${fenced(find)}\n\n(+)\n\n${fenced(replace)}`;

const skillText = ({ id, of: proposal }: ItemOf<'skill'>): string =>
  [
    `### ${id}: ${proposal.name}`,
    `- Usage: \`${proposal.usage}\`\n- Score: ${skillScore(proposal)}/15`,
    proposal.description,
    proposal.steps.map((step, n) => `${n + 1}. ${step}`).join('\n'),
    `**Evidence**: ${proposal.evidence}`,
  ].join('\n\n');

/** What a decision about a proposal changed. */
export interface AppliedEntry {
  readonly id: string;
  readonly decision: 'approved' | 'rejected';
  readonly at: string;
  readonly by: string;
  /** The result: a commit, a pull request, an entity, or the reason why there is none. */
  readonly outcome: string;
}

/** The text that is appended to execution_log.yaml after a decision. */
export const appliedText = (entries: readonly AppliedEntry[]): string => stringify({ approvals: entries });

/** What is proposed, and where the list is shown. */
interface ListInput {
  readonly items: readonly Item[];
  readonly preferences: readonly PreferenceProposal[];
  /** The Secretary's text. The exact changes are always shown below it. */
  readonly formatted?: string | undefined;
  /** Whether no preference was ever approved. The list then explains preferences. */
  readonly explainsPreferences: boolean;
  readonly place: 'thread' | 'terminal';
}

/** The list for approval; empty if nothing is proposed. In a thread the proposals are folded below one line. */
export function listText(
  { items, preferences, formatted, explainsPreferences, place }: ListInput,
  say: LearnMessages,
): string {
  const [first] = [...items, ...preferences];
  if (!first) return '';
  const command = place === 'thread' ? '/crew' : 'crew';
  const head = say.head({
    improvements: ofKind(items, 'improvement').length,
    skills: ofKind(items, 'skill').length,
    knowledge: ofKind(items, 'knowledge').length,
    preferences: preferences.length,
    command,
    example: first.id,
  });
  const proposals = formatted === undefined ? sections(items, say) : [formatted];
  const preferenceTexts = [
    ...(preferences.length > 0 && explainsPreferences ? [say.onboarding] : []),
    ...preferences.map((each) => preferenceText(each, command, say)),
  ];
  const body = [...proposals, ...preferenceTexts, ...exactChanges(items, say)].join('\n\n');
  if (place === 'terminal') return `${head}\n\n${body}`;
  return `${head}\n\n<details><summary>${say.fold}</summary>\n\n${body}\n\n</details>`;
}

function preferenceText(each: PreferenceProposal, command: string, say: LearnMessages): string {
  const { existing } = each;
  return existing ? say.update({ ...each, existing }, command) : say.preference(each, command);
}

/** Improvements, skills, then knowledge by priority. */
function sections(items: readonly Item[], say: LearnMessages): readonly string[] {
  const improvements = ofKind(items, 'improvement').map((each) => improvementEntry(each, say));
  const skills = ofKind(items, 'skill').map((each) => skillEntry(each, say));
  const knowledge = [...ofKind(items, 'knowledge')].sort((a, b) => rank(a.of.priority) - rank(b.of.priority));
  const part = (heading: string, all: readonly string[]) => (all.length === 0 ? [] : [`## ${heading}`, ...all]);
  return [
    ...part(say.improvementsHeading, improvements),
    ...part(say.skillsHeading, skills),
    ...part(say.knowledgeHeading, knowledge.length === 0 ? [] : [knowledge.map(knowledgeEntry).join('\n')]),
  ];
}

const rank = (priority: Priority): number => PRIORITIES.indexOf(priority);

const improvementEntry = ({ id, of: proposal }: ItemOf<'improvement'>, say: LearnMessages): string =>
  [
    `### ${id}: ${proposal.title}`,
    `${proposal.description}\n\n${say.score}: ${scoreOf(proposal).toFixed(2)} · \`${proposal.edits.map(({ path }) => path).join('`, `')}\``,
    `**${say.evidence}**: ${proposal.evidence}`,
    say.details,
  ].join('\n\n');

const skillEntry = ({ id, of: proposal }: ItemOf<'skill'>, say: LearnMessages): string =>
  [
    `### ${id}: ${proposal.name}`,
    `${proposal.description}\n\n${say.score}: ${skillScore(proposal)}/15 · \`${proposal.usage}\``,
    `**${say.evidence}**: ${proposal.evidence}`,
    say.details,
  ].join('\n\n');

const knowledgeEntry = ({ id, of: lesson }: ItemOf<'knowledge'>): string =>
  `- **${id}** [${lesson.priority}] \`${lesson.name}\`: ${lesson.observations.join('; ')}`;

/** The exact edits and steps that an approval applies. */
function exactChanges(items: readonly Item[], say: LearnMessages): readonly string[] {
  const folded = (summary: string, body: string) => `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
  return items.flatMap((each) => {
    if (each.kind === 'improvement') return [folded(say.editsFold(each.id), each.of.edits.map(editText).join('\n\n'))];
    if (each.kind === 'skill')
      return [folded(say.skillFold(each.id), each.of.steps.map((step, n) => `${n + 1}. ${step}`).join('\n'))];
    return [];
  });
}
