import type { Breach, Path } from '../problem.js';
import type { Config } from '../schema.js';
import { show } from '../show.js';
import { ownLabels } from './own-labels.js';
import { sameLabel } from './same-label.js';

/** crew sets and takes off its own labels as evidence changes, so nothing else can hang on them. */
export function ownLabelsAreFree(config: Config): readonly Breach[] {
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
