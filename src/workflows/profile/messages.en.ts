// The English texts of `/crew profile` and `/crew forget`. Titles and the lines of a reset are those of the specification.
import type { Cluster, Preference } from '../../memory/preferences/state.js';

const CLUSTERS: Readonly<Record<Cluster, string>> = {
  vocabulary: 'Vocabulary (your term definitions)',
  defaults: 'Defaults (your repeated choices)',
  avoid: 'Avoidance (what you consistently reject)',
  judgment: 'Judgment patterns (your tradeoff priorities)',
  communication: 'Communication style (how you prefer to interact)',
  task_scope: 'Task scope assumptions (what you expect included)',
};

const KINDS: Readonly<Record<Preference['evidence'][number]['kind'], string>> = {
  correction: 'correction',
  afterthought: 'later request',
  rejection: 'rejection',
  repeated_choice: 'repeated choice',
  explicit: 'explicit statement',
  contradiction: 'contradiction',
};

export type ShownIn = 'thread' | 'terminal';

export const commandText = (command: string, shownIn: ShownIn): string =>
  `\`${shownIn === 'thread' ? '/crew' : 'crew'} ${command}\``;
const withCondition = ({ statement, condition }: Preference): string =>
  condition === undefined ? statement : `${statement} Only: ${condition}.`;

export const en = {
  cluster: (cluster: Cluster): string => CLUSTERS[cluster],
  line: (each: Preference): string => `- \`${each.name}\`: ${withCondition(each)}`,
  title: (count: number): string => `### Aggregate Profile Review: You now have ${count} learned preferences`,
  purpose:
    '**Purpose**: Review the overall "profile" created by individual LP approvals. Individual approvals ≠ awareness of aggregate pattern.',
  options: (shownIn: ShownIn): string =>
    [
      '**Options**:',
      `- ${commandText('profile keep', shownIn)}: continue with the current profile`,
      `- ${commandText('profile review', shownIn)}: go through each preference`,
      `- ${commandText('profile clear', shownIn)}: delete all preferences and switch learning off`,
    ].join('\n'),
  nothing: 'crew has learned no preferences here.',
  kept: (count: number): string => `${count === 1 ? 'The preference is' : `All ${count} preferences are`} kept.`,
  one: (each: Preference, { isStale, shownIn }: { isStale: boolean; shownIn: ShownIn }): string =>
    [
      `#### \`${each.name}\`${isStale ? ' (stale)' : ''}`,
      withCondition(each),
      ...each.evidence.map(({ kind, quote, author, time, url }) => {
        const source = url === undefined ? time.slice(0, 10) : `[${time.slice(0, 10)}](${url})`;
        return `- ${KINDS[kind]} by ${author}, ${source}: “${quote}”`;
      }),
      `Approved ${each.approvedAt.slice(0, 10)}${each.approvedBy === undefined ? '' : ` by ${each.approvedBy}`}; last confirmed ${each.lastReinforced.slice(0, 10)}. To delete it: ${commandText(`forget ${each.name}`, shownIn)}`,
    ].join('\n\n'),
  forgotten: (names: readonly string[]): string =>
    `Deleted ${names.map((name) => `\`${name}\``).join(', ')}, also from the records of runs. Comments that were posted stay; delete them by hand.`,
  cleared: (count: number): string =>
    [
      `Deleted ${count} learned preferences`,
      'Deleted internal state (signal_log, metadata)',
      'LP system disabled',
      '',
      'To re-enable: set `build.lp_system.enabled: true` in the configuration. Comments that were posted stay; delete them by hand.',
    ].join('\n'),
  forgottenAll: (preferences: number, others: number): string =>
    `Deleted ${preferences} learned preferences and ${others} other entries of the memory, also from the records of runs. Learning is switched off. To switch it on again, set \`build.lp_system.enabled: true\` in the configuration. Comments that were posted stay; delete them by hand.`,
  dryRun: (names: readonly string[]): string =>
    names.length === 0
      ? 'Dry run: there is nothing to delete.'
      : `Dry run: nothing is deleted. Without --dry-run crew deletes ${names.map((name) => `\`${name}\``).join(', ')}.`,
  unknown: (name: string): string => `The memory has no entry \`${name}\`.`,
  several: (names: readonly string[]): string =>
    `Several entries match. Write the full name of one: ${names.map((name) => `\`${name}\``).join(', ')}.`,
  serverGone: (server: string): string =>
    `The memory server \`${server}\` did not answer, so crew deleted nothing there. Try again when it is running.`,
  noMemory: 'crew has no memory here.',
};

export type Messages = typeof en;
