// The one list for approval as people read it: in the thread, on the run page, at the terminal. Pure.
import type { Proposal } from '../../memory/preferences/state.js';
import type { LearnMessages } from './messages.en.js';
import type { Item, ItemOf } from './rules/list.js';
import { type Knowledge, PRIORITIES, type Priority, scoreOf, skillScore } from './rules/proposals.js';
import { editText, ofKind } from './rules/retrospective.js';

export interface ListOf {
  readonly items: readonly Item[];
  readonly preferences: readonly Proposal[];
  /** The Secretary's text; the exact changes are shown below it all the same. */
  readonly formatted?: string | undefined;
  /** No preference was ever approved: what preferences are is explained first. */
  readonly isFirst: boolean;
  readonly place: 'thread' | 'terminal';
}

/** Empty where nothing is proposed. In a thread the proposals are folded below one line. */
export function listText({ items, preferences, formatted, isFirst, place }: ListOf, say: LearnMessages): string {
  const [first] = [...items, ...preferences];
  if (!first) return '';
  const command = place === 'thread' ? '/crew' : 'crew';
  const head = say.head({
    improvements: ofKind(items, 'improvement').length,
    skills: ofKind(items, 'skill').length,
    knowledge: ofKind(items, 'knowledge').length,
    preferences: preferences.length,
    ...{ command, example: first.id },
  });
  const own = formatted === undefined ? sections(items, say) : [formatted];
  const learned = [
    ...(preferences.length > 0 && isFirst ? [say.onboarding] : []),
    ...preferences.map((each) => preferenceText(each, command, say)),
  ];
  const body = [...own, ...learned, ...exact(items, say)].join('\n\n');
  if (place === 'terminal') return `${head}\n\n${body}`;
  return `${head}\n\n<details><summary>${say.fold}</summary>\n\n${body}\n\n</details>`;
}

function preferenceText(each: Proposal, command: string, say: LearnMessages): string {
  const { existing } = each;
  return existing ? say.update({ ...each, existing }, command) : say.preference(each, command);
}

/** Improvements, skills, then knowledge by priority. */
function sections(items: readonly Item[], say: LearnMessages): readonly string[] {
  const improvements = ofKind(items, 'improvement').map((each) => improvementText(each, say));
  const skills = ofKind(items, 'skill').map((each) => skillText(each, say));
  const known = [...ofKind(items, 'knowledge')].sort((a, b) => rank(a.of.priority) - rank(b.of.priority));
  const part = (heading: string, all: readonly string[]) => (all.length === 0 ? [] : [`## ${heading}`, ...all]);
  return [
    ...part(say.improvementsHeading, improvements),
    ...part(say.skillsHeading, skills),
    ...part(say.knowledgeHeading, known.length === 0 ? [] : [known.map(knowledgeText).join('\n')]),
  ];
}

const rank = (priority: Priority): number => PRIORITIES.indexOf(priority);

const improvementText = ({ id, of }: ItemOf<'improvement'>, say: LearnMessages): string =>
  [
    `### ${id}: ${of.title}`,
    `${of.description}\n\n${say.score}: ${scoreOf(of).toFixed(2)} · \`${of.edits.map(({ path }) => path).join('`, `')}\``,
    `**${say.evidence}**: ${of.evidence}`,
    say.details,
  ].join('\n\n');

const skillText = ({ id, of }: ItemOf<'skill'>, say: LearnMessages): string =>
  [
    `### ${id}: ${of.name}`,
    `${of.description}\n\n${say.score}: ${skillScore(of)}/15 · \`${of.usage}\``,
    `**${say.evidence}**: ${of.evidence}`,
    say.details,
  ].join('\n\n');

const knowledgeText = ({ id, of }: { id: string; of: Knowledge }): string =>
  `- **${id}** [${of.priority}] \`${of.name}\`: ${of.observations.join('; ')}`;

/** What an approval would change, byte for byte: whoever approves approves this. */
function exact(items: readonly Item[], say: LearnMessages): readonly string[] {
  const folded = (summary: string, body: string) => `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
  return items.flatMap((each) => {
    if (each.kind === 'improvement') return [folded(say.editsFold(each.id), each.of.edits.map(editText).join('\n\n'))];
    if (each.kind === 'skill')
      return [folded(say.skillFold(each.id), each.of.steps.map((step, n) => `${n + 1}. ${step}`).join('\n'))];
    return [];
  });
}
