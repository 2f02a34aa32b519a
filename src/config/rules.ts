// Rules between settings, which a schema cannot express, such as an `id` of a model without a price. Pure. Used by `readConfig` (index.ts).
import { nearestSetting } from './explain.js';
import { priceOf } from './prices.js';
import { type Path, show, type UnlocatedProblem } from './problem.js';
import type { Config } from './schema.js';

/** Returns a problem for each place where the configuration breaks the rule. */
type Rule = (config: Config) => readonly UnlocatedProblem[];

/** All rules. Each one is described at its function. */
export const rules: readonly Rule[] = [
  prefixIsNoLabel,
  attentionIsNotBlocked,
  ownLabelsAreFree,
  exemptIsNotSelected,
  placeholdersAreKnown,
  stepNamesDiffer,
  allowedIsNotDenied,
  hostsAreNotMetadataServices,
  serversHaveCommandOrUrl,
  modelsHavePrices,
  providerNamesModels,
  memoryServerIsKnown,
];

const PLACEHOLDERS = ['issue', 'project', 'name'];

/** An unknown placeholder would be passed to a shell unchanged. */
export function placeholdersAreKnown({ facilitate }: Config): readonly UnlocatedProblem[] {
  const template = facilitate['command-template'] ?? '';
  const unknown = [...template.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name]) => name ?? '')
    .find((name) => !PLACEHOLDERS.includes(name));
  if (unknown === undefined) return [];
  const nearest = nearestSetting(unknown, PLACEHOLDERS);
  return [
    {
      path: ['facilitate', 'command-template'],
      expected: 'a command with no other placeholders than `{issue}`, `{project}` and `{name}`',
      found: `a command with the unknown placeholder ${show(`{${unknown}}`)}`,
      remedy: nearest === undefined ? 'write `{issue}`, `{project}` or `{name}`' : `did you mean \`{${nearest}}\`?`,
    },
  ];
}

/** `deny` has priority, so a pattern that is also in `allow` or `ask` has no effect there. */
export function allowedIsNotDenied({ guard }: Config): readonly UnlocatedProblem[] {
  const overridden = [
    ...guard.allow.map((pattern, at) => ({ pattern, path: ['guard', 'allow', at] })),
    ...guard.ask.map((pattern, at) => ({ pattern, path: ['guard', 'ask', at] })),
  ];
  return overridden
    .filter(({ pattern }) => guard.deny.includes(pattern))
    .map(({ pattern, path }) => ({
      path,
      expected: 'a pattern that is not denied',
      found: `${show(pattern)}, which stands in \`guard.deny\` too`,
      remedy: 'keep it in one list',
    }));
}

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

/** The names of crew's own labels, without the prefix: those of the facilitator, and two (`fix`, `build`) by which people start a run. */
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

/** The prefix must not be a label itself: with `blocked`, names such as `blockedready` would arise. */
export function prefixIsNoLabel({ labels }: Config): readonly UnlocatedProblem[] {
  const { prefix, blocked, attention } = labels;
  // Labels with the default prefix `crew:` may still exist in the repository from an earlier configuration.
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

/** The memory server must be one of `mcp`. */
export function memoryServerIsKnown({ memory: { server }, mcp }: Config): readonly UnlocatedProblem[] {
  if (server === undefined || server in mcp) return [];
  const names = Object.keys(mcp);
  return [
    {
      path: ['memory', 'server'],
      expected: 'the name of a server under `mcp`',
      found: `"${server}"`,
      remedy: names.length === 0 ? 'describe the server under `mcp`' : `name one of ${names.join(', ')}`,
    },
  ];
}

/** A server needs a command or a URL, and not both. */
export function serversHaveCommandOrUrl({ mcp }: Config): readonly UnlocatedProblem[] {
  return Object.entries(mcp).flatMap(([name, { command, url }]) =>
    (command === undefined) === (url === undefined)
      ? {
          path: ['mcp', name],
          expected: '`command` or `url`',
          found: `a server with ${url === undefined ? 'neither `command` nor `url`' : 'both `command` and `url`'}`,
          remedy: 'write one of the two',
        }
      : [],
  );
}

const TIERS = ['haiku', 'sonnet', 'opus'] as const;

/** A model without a known price needs one in the configuration; otherwise limits in dollars would not work. */
export function modelsHavePrices({ models }: Config): readonly UnlocatedProblem[] {
  return TIERS.flatMap((tier) => {
    const { id, price } = models[tier] ?? {};
    if (id === undefined || price !== undefined || priceOf(id) !== undefined) return [];
    return {
      path: ['models', tier, 'id'],
      expected: 'a model whose price crew knows, or a `price` beside the `id`',
      found: `"${id}" without a price`,
      remedy: `write \`price: { in, out }\` under models.${tier}, in US dollars for a million tokens`,
    };
  });
}

/** On Bedrock a model's id depends on the region or inference profile, so it must be configured. */
export function providerNamesModels({ models }: Config): readonly UnlocatedProblem[] {
  if (models.provider !== 'bedrock') return [];
  const missing = TIERS.filter((tier) => models[tier]?.id === undefined);
  if (missing.length === 0) return [];
  return [
    {
      path: ['models', 'provider'],
      expected: 'an id for each model with bedrock',
      found: `none for ${missing.join(', ')}`,
      remedy: `write the inference profile or model id under ${missing.map((tier) => `models.${tier}.id`).join(', ')}`,
    },
  ];
}

/** Metadata services of cloud machines, which return credentials to any local process. */
const METADATA_SERVICES =
  /^(?:169\.254\.\d+\.\d+|metadata(?:\.google\.internal)?|instance-data(?:\.ec2\.internal)?|100\.100\.100\.200)$/;

/** Commands in the sandbox must not reach the machine's metadata service. */
export function hostsAreNotMetadataServices({ sandbox }: Config): readonly UnlocatedProblem[] {
  return sandbox.hosts.flatMap((host, at) =>
    METADATA_SERVICES.test(host)
      ? {
          path: ['sandbox', 'hosts', at],
          expected: 'a host outside the machine',
          found: `${show(host)}, where cloud machines hand out credentials`,
          remedy: 'leave it out',
        }
      : [],
  );
}

/** Steps of base and head are compared by name, so names must be unique. */
export function stepNamesDiffer({ verify }: Config): readonly UnlocatedProblem[] {
  const names = verify.steps.map(({ name }) => name);
  return names.flatMap((name, at) => {
    const first = names.indexOf(name);
    return first === at
      ? []
      : {
          path: ['verify', 'steps', at, 'name'],
          expected: 'a name that no other step has',
          found: `${show(name)}, the name of \`verify.steps[${first}]\` too`,
          remedy: 'give each step its own name',
        };
  });
}
