import type { Breach } from '../problem.js';
import type { Config } from '../schema.js';
import { show } from '../show.js';
import { ownLabels } from './own-labels.js';
import { sameLabel } from './same-label.js';

/** A prefix that is itself a label makes `blockedready`, which reads as the label it is not. */
export function prefixIsNoLabel({ labels }: Config): readonly Breach[] {
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
