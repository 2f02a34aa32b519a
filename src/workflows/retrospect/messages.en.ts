// The English texts of retrospectives and learned preferences. Preferences are shown in the forms of the specification (parent-session).
import type { Preference, Proposal, SignalKind } from '../../memory/preferences/state.js';
import type { EditProblem } from './rules/commits.js';

const KINDS: Readonly<Record<SignalKind, readonly [string, string]>> = {
  correction: ['correction', 'corrections'],
  afterthought: ['later request', 'later requests'],
  rejection: ['rejection', 'rejections'],
  repeated_choice: ['repeated choice', 'repeated choices'],
  explicit: ['explicit statement', 'explicit statements'],
  contradiction: ['contradiction', 'contradictions'],
};

const counted = (n: number, [one, many]: readonly [string, string]): string => `${n} ${n === 1 ? one : many}`;

/** How often each kind of signal was seen. */
export const kindCounts = ({ evidence }: Pick<Proposal, 'evidence'>): readonly (readonly [SignalKind, number])[] =>
  [...new Set(evidence.map(({ kind }) => kind))].map((kind) => [
    kind,
    evidence.filter((each) => each.kind === kind).length,
  ]);

const kindsOf = (proposal: Pick<Proposal, 'evidence'>): string =>
  kindCounts(proposal)
    .map(([kind, n]) => counted(n, KINDS[kind]))
    .join(', ');

const quotes = ({ evidence }: Pick<Proposal, 'evidence'>): string =>
  evidence
    .map(({ quote, author, time, url }) => {
      const day = time.slice(0, 10);
      return `> ${quote.replace(/\s+/g, ' ')}\n> — ${author}, ${url === undefined ? day : `[${day}](${url})`}`;
    })
    .join('\n\n');

const topicOf = ({ topic }: Pick<Preference, 'topic'>): string => topic.replaceAll('_', ' ');

const worded = ({ statement, condition }: Pick<Preference, 'statement' | 'condition'>): string =>
  condition === undefined ? statement : `${statement} (${condition})`;

const REASONS: Readonly<Record<EditProblem['is'], string>> = {
  'not-allowed': 'crew may change only its roles, AGENTS.md and its configuration',
  'not-found': 'the file no longer contains the text to replace',
  'not-once': 'the file contains the text to replace more than once',
  exists: 'the file already exists',
};

export const en = {
  head: ({
    improvements,
    skills,
    knowledge,
    preferences,
    command,
    example,
  }: {
    improvements: number;
    skills: number;
    knowledge: number;
    preferences: number;
    command: string;
    example: string;
  }): string => {
    const parts = [
      ...(improvements > 0 ? [counted(improvements, ['improvement', 'improvements'])] : []),
      ...(skills > 0 ? [counted(skills, ['skill', 'skills'])] : []),
      ...(knowledge > 0 ? [counted(knowledge, ['knowledge candidate', 'knowledge candidates'])] : []),
      ...(preferences > 0 ? [counted(preferences, ['preference', 'preferences'])] : []),
    ];
    return `**Proposals:** ${parts.join(', ')}. Decide within 14 days: \`${command} approve ${example}\`, \`${command} reject ${example}\` or \`${command} defer ${example}\`.`;
  },
  fold: 'Proposals in full',
  nothing: 'The retrospective found no structural improvements and no skills.',
  improvementsHeading: 'Improvements',
  skillsHeading: 'Skills',
  knowledgeHeading: 'Knowledge and preferences',
  evidence: 'Evidence',
  details: 'See retrospective.md for details.',
  score: 'Score',
  editsFold: (id: string): string => `${id}: exact change`,
  skillFold: (id: string): string => `${id}: steps`,
  onboarding: [
    '### About learned preferences',
    '',
    'crew records “preferences” that it learned from how you work.',
    'For example, if you ask for TypeScript every time, it chooses TypeScript by itself from then on.',
    '',
    '- **Optional**: you can switch it off at any time (`build.lp_system.enabled: false`)',
    '- **Transparent**: nothing is learned without your approval',
    '- **Changeable**: you can review and delete it later (`/crew profile review`, `/crew forget`)',
    '',
    'crew proposes these preferences after this run.',
  ].join('\n'),
  preference: (of: Proposal, command: string): string =>
    [
      `### ${of.id}: ${topicOf(of)} (priority: ${of.priority})`,
      `**Learned**:\n“${of.statement}”`,
      `**Evidence**:\nSeen on ${counted(of.evidence.length, ['independent occasion', 'independent occasions'])} (${kindsOf(of)}; weight ${of.weight.toFixed(1)})\n\n${quotes(of)}`,
      `**Applies to**:\n${of.scope ?? 'all tasks'}`,
      `**What changes in crew's behaviour**:\n${of.action ?? of.statement}`,
      '**Quality check**: PASS (does not weaken correctness, safety or completeness)',
      `\`${command} approve ${of.id}\` · \`${command} approve ${of.id} as TEXT\` · \`${command} approve ${of.id} condition TEXT\` · \`${command} reject ${of.id}\``,
    ].join('\n\n'),
  update: (of: Proposal & { existing: Preference }, command: string): string =>
    [
      `### ${of.id}: change of ${topicOf(of)} (priority: ${of.priority})`,
      `**Learned so far**:\n“${worded(of.existing)}”`,
      `**Why it should change**:\n${counted(of.evidence.length, ['later signal contradicts', 'later signals contradict'])} it (${kindsOf(of)}).\n\n${quotes(of)}`,
      [
        '**Proposed change**:',
        `- Replace it: \`${command} approve ${of.id} replace\` (the preference has changed)`,
        `- Add a condition: \`${command} approve ${of.id} condition TEXT\` (it depends on the context)`,
        `- Retire it: \`${command} approve ${of.id} retire\` (it no longer applies)`,
      ].join('\n'),
      `**New wording**:\n“${of.statement}”`,
      `\`${command} reject ${of.id}\` keeps what was learned so far.`,
    ].join('\n\n'),
  memoryGone: 'crew could not reach the memory, so it did not look for preferences.',
  notDecided: (what: string): string =>
    `\`${what}\`: not recorded, because crew could not reach the memory. Write the command again.`,
  unknown: (ids: readonly string[], open: readonly string[]): string =>
    open.length === 0
      ? `No proposal is open, so ${ids.map((id) => `\`${id}\``).join(', ')} cannot be decided.`
      : `There is no open proposal ${ids.map((id) => `\`${id}\``).join(', ')}. Open: ${open.map((id) => `\`${id}\``).join(', ')}.`,
  before: (all: readonly { id: string; by: string }[]): string =>
    all.map(({ id, by }) => `\`${id}\` is already decided (run \`${by}\`).`).join('\n'),
  noCategory: (category: string, categories: readonly string[]): string =>
    `There is no category \`${category}\`. Categories: ${categories.map((each) => `\`${each}\``).join(', ')}.`,
  deferred: (ids: readonly string[]): string =>
    `Deferred. These proposals stay open: ${ids.map((id) => `\`${id}\``).join(', ')}.`,
  noRun: (run: string | undefined): string =>
    run === undefined
      ? 'There is no ended run here to look back on.'
      : `There is no ended run \`${run}\`. \`/crew status\` lists the runs.`,
  headDecided: (approved: number, rejected: number): string =>
    approved > 0
      ? counted(approved, ['proposal approved', 'proposals approved'])
      : counted(rejected, ['proposal rejected', 'proposals rejected']),
  pull: (ids: readonly string[], pull: number): string => `${ids.join(', ')}: proposed in pull request #${pull}.`,
  branch: (ids: readonly string[], branch: string): string =>
    `${ids.join(', ')}: committed to the local branch \`${branch}\`. Push it to open a pull request.`,
  branchOnly: (ids: readonly string[], branch: string): string =>
    `${ids.join(', ')}: pushed to the branch \`${branch}\`. This repository does not allow Actions to open pull requests, so open one yourself.`,
  notMade: (id: string, { is, path }: EditProblem): string =>
    `\`${id}\` was not applied: ${REASONS[is]} (\`${path}\`).`,
  noChangelog: 'The repository has no CHANGELOG.md, so crew added no entry.',
  remembered: (ids: readonly string[]): string => `${ids.join(', ')}: saved to the memory.`,
  notRemembered: (ids: readonly string[]): string =>
    `${ids.join(', ')}: not saved, because crew could not reach the memory. Approve again.`,
  rejectedIds: (ids: readonly string[]): string => `Rejected: ${ids.join(', ')}.`,
  categoryRejected: (category: string): string => `crew no longer makes proposals of the category \`${category}\`.`,
  lp: {
    added: (id: string, of: Preference): string => `${id} is learned: “${worded(of)}”`,
    replaced: (id: string, of: Preference): string => `${id} is changed to: “${worded(of)}”`,
    conditioned: (id: string, of: Preference): string => `${id} now has a condition: “${worded(of)}”`,
    retired: (id: string): string => `${id} is retired.`,
    rejected: (id: string): string => `${id} is rejected. crew counts its signals from zero.`,
    unknown: (id: string): string => `There is no open proposal ${id}.`,
    'not-an-update': (id: string): string =>
      `Not possible for ${id}: \`replace\` and \`retire\` need a change of a preference (LP-UPD-…), \`condition\` needs a preference (LP-…).`,
    'forbidden-subject': (id: string): string =>
      `${id} is not learned: a preference may not weaken correctness, completeness, security, safety or tests.`,
  },
  lpFull: (id: string, stale: readonly Preference[], cap: number): string =>
    `${id}: not saved, because there are already ${cap} preferences, the most that crew keeps. ${stale.length === 0 ? '`/crew profile review` shows them; delete one first.' : `Delete one that was not confirmed for a long time: ${stale.map(({ name }) => `\`/crew forget ${name}\``).join(', ')}.`}`,
  nearCap: (now: number, cap: number): string =>
    `${now} of at most ${cap} preferences are in use. \`/crew profile review\` shows the old ones.`,
  milestone: (n: number): string =>
    `There are now ${n} learned preferences. Review them all: \`/crew profile keep\`, \`/crew profile review\` or \`/crew profile clear\`.`,
  commits: 'Commits',
  pullBody: ({
    ids,
    from,
    by,
    run,
    url,
  }: {
    ids: readonly string[];
    from: string;
    by: string;
    run: string;
    url: string;
  }): string => `Proposals of the run \`${from}\`, approved by @${by}: ${ids.join(', ')}.\n\n[${run}](${url})`,
  pullTitle: {
    improvements: (titles: readonly string[]): string =>
      titles.length === 1 ? (titles[0] ?? '') : `Improve crew's instructions (${titles.length} changes)`,
    skill: (name: string): string => `Skill: ${name}`,
  },
  retrospected: (run: string): string => `Retrospective of the run \`${run}\`.`,
  failedRetrospect: (run: string): string =>
    `The retrospective of the run \`${run}\` failed. \`/crew retrospect ${run}\` tries again.`,
};

export type LearnMessages = typeof en;
