import { type Path, show, type UnlocatedProblem } from '../problem.js';
import type { Config } from '../schema.js';

/** crew adds and removes its own labels, so no other setting may use them. */
export function ownLabelsAreFree(config: Config): readonly UnlocatedProblem[] {
  const own = ownLabels.map((name) => `${config.labels.prefix}${name}`);
  return configuredLabels(config)
    .filter(({ label }) => own.some((name) => sameLabel(name, label)))
    .map(({ path, label }) => ({
      path,
      expected: `a label that is not one of crew's own (${own.join(', ')})`,
      found: `${show(label)}, one of crew's own labels`,
      remedy: 'write another label',
    }));
}

function configuredLabels({ labels, facilitate, fix }: Config): readonly { path: Path; label: string }[] {
  const listed = (path: Path, list: readonly string[]) => list.map((label, at) => ({ path: [...path, at], label }));
  return [
    { path: ['labels', 'blocked'], label: labels.blocked },
    { path: ['labels', 'attention'], label: labels.attention },
    ...(facilitate.label === undefined ? [] : [{ path: ['facilitate', 'label'], label: facilitate.label }]),
    ...listed(['facilitate', 'blocked-labels'], facilitate['blocked-labels']),
    ...listed(['facilitate', 'exempt', 'labels'], facilitate.exempt.labels),
    ...listed(['fix', 'labels'], fix.labels),
  ];
}

/** GitHub compares labels without case. */
function sameLabel(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** crew's own labels after the prefix: the facilitator's, and two by which people start a run. */
const ownLabels = ['ready', 'review', 'stale', 'close-due', 'merge-due', 'fix', 'build'] as const;

/** If both were the same label, every scan would add it for one reason and remove it for the other. */
export function attentionIsNotBlocked({ labels }: Config): readonly UnlocatedProblem[] {
  if (!sameLabel(labels.attention, labels.blocked)) return [];
  return [
    {
      path: ['labels', 'attention'],
      expected: 'another label than `labels.blocked`',
      found: `${show(labels.attention)}, which is \`labels.blocked\` too`,
      remedy: 'give each its own label',
    },
  ];
}

/** If the label that selects issues also exempts them, no issue is assessed. */
export function exemptIsNotSelected({ facilitate }: Config): readonly UnlocatedProblem[] {
  const selected = facilitate.label;
  if (selected === undefined) return [];
  return facilitate.exempt.labels.flatMap((label, at) =>
    sameLabel(label, selected)
      ? {
          path: ['facilitate', 'exempt', 'labels', at],
          expected: 'another label than `facilitate.label`',
          found: `${show(label)}, which is \`facilitate.label\` too: no issue would be left`,
          remedy: 'take it out of one of the two',
        }
      : [],
  );
}

/** A prefix that is a label itself would give names such as `blockedready`. */
export function prefixIsNoLabel({ labels }: Config): readonly UnlocatedProblem[] {
  const { prefix, blocked, attention } = labels;
  const taken = [blocked, attention, ...ownLabels.map((name) => `crew:${name}`)];
  if (!taken.some((name) => sameLabel(name, prefix))) return [];
  return [
    {
      path: ['labels', 'prefix'],
      expected: 'a prefix that is not a label itself',
      found: `${show(prefix)}, which is a label`,
      remedy: 'write a prefix such as "crew:"',
    },
  ];
}
